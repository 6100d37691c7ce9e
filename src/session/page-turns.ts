import type { BookSession, SessionReader } from '../features/feature.ts';
import { prefersReducedMotion } from '../rendition/animate-value.ts';
import { PageDrag, dragContextOf } from '../rendition/paginated/page-drag.ts';
import { PaginatedRendition } from '../rendition/paginated/paginated-rendition.ts';
import type { PageView } from '../state/reader-state.ts';
import { effectivePageTurn } from '../state/page-turn.ts';
import { isNextLeft } from '../rendition/reading-direction.ts';

/** Duration of a fade, in ms. */
const fadeMs = 180;

/**
 * Animates page turns as the user or the host page chose. The animation does not delay the new page
 * or its report, and the next input ends it.
 */
export function startPageTurns(
  reader: SessionReader,
  { page, store, embed }: Pick<BookSession, 'page' | 'store' | 'embed'>,
  signal: AbortSignal,
): void {
  const stage = page.shadowRoot?.querySelector<HTMLElement>('.stage');
  if (!stage) return;
  const allowsSettings = embed.deployment?.features.readerSettings ?? true;
  const update = () => {
    stage.dataset.turn = effectivePageTurn(
      allowsSettings ? store.state.settings : { pageTurn: null },
      reader.pageTurn,
    );
  };
  let before = store.state.view;
  update();
  // Swipes and wheel gestures depend on this choice.
  for (const type of ['pointerdown', 'wheel'])
    page.addEventListener(type, update, { capture: true, passive: true, signal });
  page.addEventListener(
    'svc-page-move',
    ({ view, place, isScrolled }) => {
      const step = before && place && !isScrolled ? stepBetween(before, view) : null;
      const isDragged = stage.dataset.dragged !== undefined;
      before = view;
      if (step === null || isDragged || prefersReducedMotion()) return;
      update();
      // After the turn has finished, but before the next frame.
      if (stage.dataset.turn === 'fade') queueMicrotask(() => fade(page.rendition));
      if (stage.dataset.turn === 'slide') queueMicrotask(() => slide(page.rendition, stage, step));
    },
    { signal },
  );
  signal.addEventListener('abort', () => delete stage.dataset.turn);
}

/** Direction of the turn between two pages, or null if they are not neighbors. */
function stepBetween(before: PageView, after: PageView): 1 | -1 | null {
  if (before.section === after.section) {
    const step = after.page - before.page;
    return step === 1 || step === -1 ? step : null;
  }
  const isForward = after.section > before.section;
  const [first, second] = isForward ? [before, after] : [after, before];
  if (first.page !== first.pages - 1 || second.page !== 0) return null;
  return isForward ? 1 : -1;
}

function fade(rendition: BookSession['page']['rendition']): void {
  for (const { host } of shownViews(rendition)) {
    host.animate({ opacity: [0, 1] }, { duration: fadeMs, easing: 'ease-out' });
  }
}

/** Starts at the previous page and moves the pages to rest. */
function slide(
  rendition: BookSession['page']['rendition'],
  stage: HTMLElement,
  step: 1 | -1,
): void {
  if (!(rendition instanceof PaginatedRendition)) return;
  // The pages of a spread cannot move together.
  if (shownViews(rendition).length > 1) return fade(rendition);
  const drag = new PageDrag(dragContextOf(rendition, stage));
  if (!drag.reveal((step === 1) === isNextLeft(rendition) ? 'left' : 'right')) return drag.settle();
  rendition.beginGesture(drag.release(null, 0, () => {}));
}

function shownViews(rendition: BookSession['page']['rendition']) {
  return [...(rendition?.views.mounted.values() ?? [])].filter(({ isShown }) => isShown);
}
