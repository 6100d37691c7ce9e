/**
 * The members of `before` that differ in `after`, with their values in `before`: the `previous` of an
 * event. Compares as JSON; ignores `updatedAt`.
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
