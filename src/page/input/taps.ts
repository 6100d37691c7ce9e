import { hasSelection } from './selection.ts';

export type TapZone = 'left' | 'middle' | 'right';

/** Which third of the page a tap is in; the sides are a quarter each and never under 48 px. */
export function tapZone(x: number, width: number): TapZone {
  const side = Math.min(width / 2, Math.max(48, width / 4));
  if (x < side) return 'left';
  return x > width - side ? 'right' : 'middle';
}

export interface TapHandlers {
  onTap: (zone: TapZone, pointerType: string) => void;
  /** A link was followed; true when it was the book's own. */
  onLink: (link: Element, event: MouseEvent) => void;
  roots: () => readonly ShadowRoot[];
  /** Whether pages are on their way: a touch stops them, and turns nothing. */
  isMoving: () => boolean;
}

/** Things on a page that a click is meant for. */
const ownClicks = 'button, audio, video, summary, input, .svc-scroll-box';

/** Clicks and taps on the page. Selecting, dragging and double clicks turn nothing. */
export function listenForTaps(
  stage: HTMLElement,
  handlers: TapHandlers,
  signal: AbortSignal,
): void {
  let down = { x: 0, y: 0, type: 'mouse', hadSelection: false, wasMoving: false };
  stage.addEventListener(
    'pointerdown',
    ({ clientX: x, clientY: y, pointerType: type }) => {
      const hadSelection = hasSelection(handlers.roots());
      down = { x, y, type, hadSelection, wasMoving: handlers.isMoving() };
    },
    { signal, capture: true },
  );
  stage.addEventListener(
    'click',
    (event) => {
      const path = event.composedPath().filter((one) => one instanceof Element);
      const link = path.find(({ localName }) => localName === 'a' || localName === 'area');
      if (link) return handlers.onLink(link, event);
      if (event.defaultPrevented || event.button !== 0 || event.detail > 1) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      if (path.some((one) => one.matches(ownClicks))) return;
      const hasMoved = Math.hypot(event.clientX - down.x, event.clientY - down.y) > 10;
      if (hasMoved || down.wasMoving || down.hadSelection || hasSelection(handlers.roots())) return;
      const { left, width } = stage.getBoundingClientRect();
      handlers.onTap(tapZone(event.clientX - left, width), down.type);
    },
    { signal },
  );
}
