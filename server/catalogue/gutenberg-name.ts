const beforeName = /^(?:Sir|Lady|Dame|Mrs\.|Mr\.|Dr\.|Miss|Saint|Rev\.|Madame|Mme\.)$/;
const dates = /^(?:active|approximately|born|died|jin shi|ju ren)\b/i;

interface Name {
  /** As it is said: “Sir Percy Sykes”. */
  name: string;
  /** With the names that the initials stand for, where they are known. */
  fullName: string | null;
}

/**
 * Turns a heading of the Library of Congress around: “Lloyd, J. Wm. (John William)” is
 * “J. Wm. Lloyd”, in full “John William Lloyd”.
 */
export function gutenbergName(heading: string): Name {
  const [last = '', ...rest] = heading
    .split(/,\s+/)
    .map((part) => part.trim())
    .filter((part) => part && !dates.test(part));
  // “Hilary, Saint, Bishop of Poitiers” has a title where others have their first names.
  const first = rest[0] === undefined || beforeName.test(rest[0]) ? '' : (rest.shift() ?? '');
  const titles = rest.filter((part) => beforeName.test(part));
  const suffixes = rest.filter((part) => !beforeName.test(part));
  const [, short = first, long] = /^(.+?)\s*\(([^()]+)\)$/.exec(first) ?? [];
  const whole = (given: string) =>
    [[...titles, given, last].filter(Boolean).join(' '), ...suffixes].join(', ');
  return { name: whole(short), fullName: long ? whole(long) : null };
}
