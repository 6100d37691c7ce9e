import type { SessionReader, BookSession } from '../feature.ts';
import { hasSelection } from '../../rendition/selection.ts';
import { tapZone } from '../../rendition/input/listen-for-taps.ts';
import { withTimeout } from '../../ui/lazy-views.ts';
import { showLoadFailure } from '../../ui/load-failure.ts';
import { makeEnlargeable } from './make-enlargeable.ts';

/**
 * Images wider than this share of the page do not open when the user taps the sides of the page,
 * which turns pages.
 */
const fullPageShare = 0.8;

/** Opens images and scroll box content in the media viewer until the signal is aborted. */
export function startMediaViewer(
  reader: SessionReader,
  book: BookSession,
  signal: AbortSignal,
): void {
  const { page, messages, store } = book;
  let close: (() => void) | null = null;
  let media: Element | null = null;
  let down = { x: 0, y: 0 };

  const addTriggers = () => {
    const text = messages();
    if (!text) return;
    for (const view of page.rendition?.views.mounted.values() ?? []) {
      if (!view.isFixed) makeEnlargeable(view, text);
    }
  };
  const open = async (trigger: Element) => {
    // Close the open viewer first, because closing restores focus and the inert state.
    close?.();
    // A new layout may replace the trigger while the code loads, but not the media.
    const opened = mediaOf(trigger);
    media = opened;
    const module = await withTimeout(import('./show-media-viewer.ts')).catch((reason: unknown) =>
      showLoadFailure(store, reason, signal, () => void open(trigger)),
    );
    const text = messages();
    if (signal.aborted || !text || !module || media !== opened) return;
    close = module.showMediaViewer(reader, opened, text, () => page.focus());
  };
  /** Whether the page with the media is still visible. A new layout may have changed its number. */
  const isMediaVisible = () => {
    const { rendition } = page;
    if (rendition?.mode !== 'pages' || !media) return false;
    const { current } = rendition;
    return current.root.contains(media) && current.pageOfElement(media) === current.page;
  };
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ) => page.addEventListener(name, listener, { signal, capture: true });

  on('svc-page-move', ({ place, isScrolled }) => {
    addTriggers();
    // Ignore scrolling. The user cannot scroll the page under the viewer, so the event is late or a
    // section has loaded.
    if (close && place && !isScrolled && !isMediaVisible()) close();
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
    // A button inside the box handles its own click.
    if (!trigger || event.composedPath()[0] !== trigger) return;
    event.preventDefault();
    event.stopPropagation();
    void open(trigger);
  });
  signal.addEventListener('abort', () => close?.());
  addTriggers();
}

/** The image, or the content of a button's scroll box. */
function mediaOf(trigger: Element): Element {
  const root = trigger.getRootNode();
  const isButton = trigger.matches('.svc-enlarge') && root instanceof ShadowRoot;
  return (isButton && root.host.firstElementChild) || trigger;
}

function triggerOf(event: Event): Element | null {
  const path = event.composedPath().filter((one) => one instanceof Element);
  return path.find((one) => one.matches('.svc-picture, .svc-enlarge')) ?? null;
}

function turnsPage(event: MouseEvent, image: Element, page: HTMLElement): boolean {
  const { left, width } = page.getBoundingClientRect();
  const isFullWidth = image.getBoundingClientRect().width > width * fullPageShare;
  return isFullWidth && tapZone(event.clientX - left, width) !== 'middle';
}
