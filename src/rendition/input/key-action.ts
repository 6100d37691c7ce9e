/** Where a key leads: a page turn, or an end of the section or of the book. */
export type KeyAction = 'next' | 'previous' | 'first' | 'last' | 'book-start' | 'book-end';

/**
 * What a key press asks of the pages. The arrows to the sides follow the side on which the next
 * page lies; null for keys that are none of ours.
 */
export function keyAction(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  isNextLeft: boolean,
): KeyAction | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    if (key === 'Home') return 'book-start';
    return key === 'End' ? 'book-end' : null;
  }
  if (key === ' ') return shiftKey ? 'previous' : 'next';
  // Shift extends a selection, and that is the page's own matter.
  if (shiftKey) return null;
  switch (key) {
    case 'ArrowRight':
      return isNextLeft ? 'previous' : 'next';
    case 'ArrowLeft':
      return isNextLeft ? 'next' : 'previous';
    case 'ArrowDown':
    case 'PageDown':
      return 'next';
    case 'ArrowUp':
    case 'PageUp':
      return 'previous';
    case 'Home':
      return 'first';
    case 'End':
      return 'last';
    default:
      return null;
  }
}
