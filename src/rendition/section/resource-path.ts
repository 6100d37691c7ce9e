/** `resource:PATH` → PATH; null for every other address. */
export function resourcePathOf(address: string): string | null {
  return address.startsWith('resource:') ? address.slice('resource:'.length) : null;
}
