import { sectionBeside } from '../../reader/reading-order.ts';
import type { Reading } from '../reading.ts';
import { hasSelection } from './selection.ts';

/** A finger that has moved so many px, and mostly sideways, has asked for another document. */
const leastWay = 48;

/**
 * Sideways swipes in a strip whose publisher wants each document to be a strip of its own (EPUB Reading
 * Systems 3.3, section 8.2.1): they lead to the next document, and to the one before.
 */
export function listenForDocumentSwipes(
  stage: HTMLElement,
  pages: () => Reading | null,
  signal: AbortSignal,
): void {
  let start: { id: number; x: number; y: number } | null = null;
  const isWanted = (open: Reading | null): open is Reading =>
    open?.mode === 'scroll' && open.order[open.current.section.index]?.flow === 'scrolled-doc';

  stage.addEventListener(
    'pointerdown',
    ({ pointerId: id, pointerType, isPrimary, clientX: x, clientY: y }) => {
      start = pointerType !== 'mouse' && isPrimary && isWanted(pages()) ? { id, x, y } : null;
    },
    { signal },
  );
  stage.addEventListener('pointercancel', () => (start = null), { signal });
  stage.addEventListener(
    'pointerup',
    ({ pointerId, clientX, clientY }) => {
      const from = start;
      const open = pages();
      start = null;
      if (from?.id !== pointerId || !isWanted(open) || hasSelection(open.roots)) return;
      const way = clientX - from.x;
      if (Math.abs(way) < leastWay || Math.abs(way) < 2 * Math.abs(clientY - from.y)) return;
      const step = way > 0 === open.isNextLeft ? 1 : -1;
      const next = sectionBeside(open.order, open.current.section.index, step);
      if (next !== null) open.enter(next, 'start');
    },
    { signal },
  );
}
