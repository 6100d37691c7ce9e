/** Returns the path of a `resource:PATH` URL, or null for any other URL. */
export function resourcePathOf(address: string): string | null {
  return address.startsWith('resource:') ? address.slice('resource:'.length) : null;
}
