/**
 * Where a key leads in a list: up, down, to an end, or to the next line that begins with a letter. -1 when
 * the key is none of these, or leads nowhere.
 *
 * @param at - The line that has the focus; -1 for none.
 */
export function lineOfKey(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  lines: readonly { textContent: string | null }[],
  at: number,
): number {
  if (ctrlKey || metaKey || altKey) return -1;
  if (key === 'ArrowDown') return at + 1 < lines.length ? at + 1 : -1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Home') return lines.length > 0 ? 0 : -1;
  if (key === 'End') return lines.length - 1;
  if (key === ' ' || [...key].length !== 1) return -1;
  const letter = key.toLocaleLowerCase();
  const begins = (line: { textContent: string | null }) =>
    line.textContent?.trim().toLocaleLowerCase().startsWith(letter) ?? false;
  const after = lines.findIndex((line, index) => index > at && begins(line));
  return after >= 0 ? after : lines.findIndex(begins);
}
