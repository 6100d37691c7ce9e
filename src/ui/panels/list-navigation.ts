/**
 * Where a key leads in a list: up, down, to an end, or to the next line that begins with a letter. -1 when
 * the key is none of these, or leads nowhere.
 *
 * @param at - The line that has the focus; -1 for none.
 */
export function itemIndexForKey(
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

/**
 * Scrolls the body of a panel until a line is in sight. Not scrollIntoView: that scrolls the host page too.
 *
 * @param tries - Lines on the way may turn out to be higher than was thought, once they are laid out.
 */
export function scrollToItem(line: HTMLElement, tries = 4): void {
  const body = line.closest('.body');
  if (!body) return;
  const { top, bottom } = body.getBoundingClientRect();
  const box = line.getBoundingClientRect();
  const isSeen = box.top >= top && box.bottom <= bottom;
  if (!isSeen) body.scrollTop += (box.top + box.bottom - top - bottom) / 2;
  if (tries > 0) requestAnimationFrame(() => scrollToItem(line, tries - 1));
}
