/** Whether a field has a value: an empty list has none, and the tag `und` is no language. */
export function isSaid(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => item !== 'und');
  return value !== null && value !== undefined && value !== '';
}
