/** A page turn or a jump to the start or end of the section or book, triggered by a key. */
export type KeyAction = 'next' | 'previous' | 'first' | 'last' | 'book-start' | 'book-end';

/**
 * Maps a key press to an action, or to null if it has none. The page progression determines the
 * meaning of left and right.
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
  // Shift with a navigation key extends a selection.
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
