import type { SessionReader, BookSession } from '../feature.ts';
import { hasSelection } from '../../rendition/selection.ts';
import { tapZone } from '../../rendition/input/listen-for-taps.ts';
import { makeEnlargeable } from './make-enlargeable.ts';

/** A picture of this share of the page leaves the page's sides to those who turn. */
const fullPageShare = 0.8;

/** Opens pictures, and what is in scroll boxes, over the whole reader, until the signal is raised. */
export function startMediaViewer(
  reader: SessionReader,
  book: BookSession,
  signal: AbortSignal,
): void {
  const { page, messages } = book;
  let close: (() => void) | null = null;
  let down = { x: 0, y: 0 };

  const mark = () => {
    const words = messages();
    if (!words) return;
    for (const view of page.rendition?.views.mounted.values() ?? []) {
      if (!view.isFixed) makeEnlargeable(view, words);
    }
  };
  const open = async (trigger: Element) => {
    // What closes the last one has done its work before another is opened.
    close?.();
    const { showMediaViewer: showLarge } = await import('./show-media-viewer.ts');
    const words = messages();
    if (!signal.aborted && words) close = showLarge(reader, trigger, words, () => page.focus());
  };
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    heard: (event: HTMLElementEventMap[Name]) => void,
  ) => page.addEventListener(name, heard, { signal, capture: true });

  on('svc-page-move', ({ place, isScrolled }) => {
    mark();
    // Below it nobody scrolls: that is told late, or is a section that has come.
    if (place && !isScrolled) close?.();
  });
  on('pointerdown', ({ clientX: x, clientY: y }) => (down = { x, y }));
  on('click', (event) => {
    const trigger = triggerOf(event);
    if (!trigger || event.button !== 0 || event.detail > 1) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (trigger.matches('.svc-picture')) {
      const isDrag =
        event.detail > 0 && Math.hypot(event.clientX - down.x, event.clientY - down.y) > 10;
      if (
        isDrag ||
        turnsPage(event, trigger, page) ||
        hasSelection(page.rendition?.shadowRoots ?? [])
      )
        return;
    }
    event.preventDefault();
    event.stopPropagation();
    void open(trigger);
  });
  on('keydown', (event) => {
    const trigger = event.key === 'Enter' || event.key === ' ' ? triggerOf(event) : null;
    // A button inside the box is pressed by its own click, unless the space bar turned the page first.
    if (!trigger || event.composedPath()[0] !== trigger) return;
    event.preventDefault();
    event.stopPropagation();
    void open(trigger);
  });
  signal.addEventListener('abort', () => close?.());
  mark();
}

function triggerOf(event: Event): Element | null {
  const path = event.composedPath().filter((one) => one instanceof Element);
  return path.find((one) => one.matches('.svc-picture, .svc-enlarge')) ?? null;
}

function turnsPage(event: MouseEvent, picture: Element, page: HTMLElement): boolean {
  const { left, width } = page.getBoundingClientRect();
  const isWhole = picture.getBoundingClientRect().width > width * fullPageShare;
  return isWhole && tapZone(event.clientX - left, width) !== 'middle';
}
