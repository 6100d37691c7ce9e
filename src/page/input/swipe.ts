import type { Side } from '../pulling.ts';
import type { PagePull } from './page-pull.ts';
import { hasSelection } from './selection.ts';
import { Speed } from './speed.ts';

export interface SwipeHandlers {
  pull: PagePull;
  roots: () => readonly ShadowRoot[];
  /** Whether pages are turned here at all. */
  isWanted: () => boolean;
}

/** px before a touch counts as a swipe: below it is a tap with a shaky finger. */
const slack = 8;
/** A swipe is this share of the page, or this fast in px per ms when the finger leaves. */
const leastShare = 1 / 3;
const leastSpeed = 0.3;

/** Sideways swipes by finger or pen. A selection ends them: the finger is at work on that. */
export function listenForSwipes(
  stage: HTMLElement,
  { pull, roots, isWanted }: SwipeHandlers,
  signal: AbortSignal,
): void {
  let start: { id: number; x: number; y: number; downX: number; slack: number } | null = null;
  let isPulling = false;
  let speed = new Speed();

  const end = (side: Side | null) => {
    start = null;
    if (isPulling) pull.release(side, Math.abs(speed.now));
    isPulling = false;
  };
  const on = <Name extends 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel'>(
    name: Name,
    listener: (event: PointerEvent) => void,
  ) => stage.addEventListener(name, listener, { signal });

  on('pointerdown', (event) => {
    if (event.pointerType === 'mouse' || !isWanted()) return;
    if (start || !event.isPrimary) return end(null);
    const isInBox = event
      .composedPath()
      .some((one) => one instanceof Element && one.matches('.svc-scroll-box, audio, video'));
    if (isInBox || hasSelection(roots())) return;
    const { pointerId: id, clientX, clientY: y } = event;
    speed = new Speed();
    // Pages on their way to rest are held where they are.
    const held = pull.grab();
    isPulling = held !== null;
    start = { id, x: clientX - (held ?? 0), y, downX: clientX, slack: isPulling ? 0 : slack };
    if (isPulling) stage.setPointerCapture(id);
  });
  on('pointermove', (event) => {
    if (!start || event.pointerId !== start.id) return;
    const dx = event.clientX - start.x;
    if (!isPulling) {
      const isSideways = Math.abs(dx) > Math.abs(event.clientY - start.y);
      if (Math.abs(dx) < slack) return;
      if (!isSideways || hasSelection(roots())) return end(null);
      isPulling = true;
      stage.setPointerCapture(event.pointerId);
    }
    speed.at(event.clientX, event.timeStamp);
    pull.pull(dx - Math.sign(dx) * start.slack);
  });
  on('pointerup', (event) => {
    if (!start || event.pointerId !== start.id) return;
    const dx = event.clientX - start.x;
    speed.at(event.clientX, event.timeStamp);
    const heading = isPulling ? pull.heading : null;
    const flick = Math.abs(speed.now) > leastSpeed ? sideOf(speed.now) : null;
    if (heading && heading === flick) {
      start = null;
      isPulling = false;
      return pull.releaseOnceMore(heading, Math.abs(speed.now));
    }
    // A touch that does not move lets the pages go on.
    if (heading && Math.abs(event.clientX - start.downX) < slack) return end(heading);
    // A flick back takes the page back, however far it was pulled.
    const isSwipe = flick ? flick === sideOf(dx) : Math.abs(dx) > stage.clientWidth * leastShare;
    end(isSwipe ? sideOf(dx) : null);
  });
  on('pointercancel', () => end(null));
}

function sideOf(way: number): Side {
  return way < 0 ? 'left' : 'right';
}
