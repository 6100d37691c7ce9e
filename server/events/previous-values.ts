/**
 * Returns an event's `previous`, which contains the members of `before` that differ in `after`.
 * Compares as JSON. Ignores `updatedAt`.
 */
export function previousValues(before: object, after: object): Record<string, unknown> {
  const current = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) =>
        name !== 'updatedAt' && JSON.stringify(value) !== JSON.stringify(current.get(name)),
    ),
  );
}
