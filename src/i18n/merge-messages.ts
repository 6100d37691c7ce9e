/**
 * Returns messages with some of them replaced. Skips values of the wrong type, which would break
 * the controls.
 *
 * @param own - Messages of a host page or of a server with another version.
 */
export function mergeMessages<Group extends object>(
  messages: Group,
  own: object,
  rename: (own: object) => object = (one) => one,
): Group {
  const overrides = Object.entries(rename(own)).flatMap(([name, value]): [string, unknown][] => {
    const known: unknown = Reflect.get(messages, name);
    if (typeof value !== typeof known || value === null) return [];
    return [[name, isGroup(known) ? mergeMessages(known, Object(value), rename) : value]];
  });
  return { ...messages, ...Object.fromEntries(overrides) };
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
