/**
 * Returns the index of the list item that a key moves to. Keys move up, down, to the start, to the
 * end, or to the next item that begins with a letter. Returns -1 if the key has another function or
 * there is no such item.
 *
 * @param current - Index of the focused item, or -1 if none is focused.
 */
export function itemIndexForKey(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  items: readonly { textContent: string | null }[],
  current: number,
): number {
  if (ctrlKey || metaKey || altKey) return -1;
  if (key === 'ArrowDown') return current + 1 < items.length ? current + 1 : -1;
  if (key === 'ArrowUp') return current - 1;
  if (key === 'Home') return items.length > 0 ? 0 : -1;
  if (key === 'End') return items.length - 1;
  if (key === ' ' || [...key].length !== 1) return -1;
  const letter = key.toLocaleLowerCase();
  const begins = (item: { textContent: string | null }) =>
    item.textContent?.trim().toLocaleLowerCase().startsWith(letter) ?? false;
  const after = items.findIndex((item, index) => index > current && begins(item));
  return after >= 0 ? after : items.findIndex(begins);
}

/**
 * Scrolls a panel's body until an item is visible. Unlike `scrollIntoView`, it does not scroll the
 * host page.
 *
 * @param tries - Number of repetitions in the following frames, because items above may be taller
 * than estimated.
 */
export function scrollToItem(item: HTMLElement, tries = 4): void {
  const body = item.closest('.body');
  if (!body) return;
  const { top, bottom } = body.getBoundingClientRect();
  const box = item.getBoundingClientRect();
  const isVisible = box.top >= top && box.bottom <= bottom;
  if (!isVisible) body.scrollTop += (box.top + box.bottom - top - bottom) / 2;
  if (tries > 0) requestAnimationFrame(() => scrollToItem(item, tries - 1));
}
