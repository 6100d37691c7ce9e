/** `resource:PATH` → PATH; null for every other address. */
export function resourcePath(address: string): string | null {
  return address.startsWith('resource:') ? address.slice('resource:'.length) : null;
}
