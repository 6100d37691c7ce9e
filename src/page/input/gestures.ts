import { prefersStillness } from '../glide.ts';
import type { OpenPages } from '../open-pages.ts';
import { Pulling, type Side } from '../pulling.ts';
import { listenForSwipes } from './swipe.ts';
import { listenForTaps } from './taps.ts';
import { listenForWheel } from './wheel.ts';

export interface GestureHandlers {
  pages: () => OpenPages | null;
  onLink: (link: Element, event: MouseEvent) => void;
  /** The middle of the page was tapped. */
  onMiddle: () => void;
}

/** Turns pages by clicks, taps, swipes and the wheel. Loaded after the first text. */
export function listenForGestures(
  stage: HTMLElement,
  { pages, onLink, onMiddle }: GestureHandlers,
  signal: AbortSignal,
): void {
  const roots = () => pages()?.roots ?? [];
  const turnTo = (side: Side): boolean => {
    const open = pages();
    return open ? open.turn((side === 'left') === open.isNextLeft ? 1 : -1) : false;
  };
  listenForTaps(
    stage,
    {
      roots,
      onLink,
      onTap: (zone, pointerType) => {
        if (zone !== 'middle') turnTo(zone);
        else if (pointerType !== 'mouse') onMiddle();
      },
    },
    signal,
  );

  let pulling: Pulling | null = null;
  listenForSwipes(
    stage,
    {
      roots,
      onPull: (dx) => {
        const open = pages();
        if (!open || prefersStillness()) return;
        if (!pulling) open.endGesture();
        pulling ??= new Pulling(open.surroundings());
        pulling.pull(dx);
      },
      onRelease: (side) => {
        const turn = () => {
          if (side) turnTo(side === 'left' ? 'right' : 'left');
        };
        if (!pulling) return turn();
        pages()?.beginGesture(pulling.release(side, turn));
        pulling = null;
      },
    },
    signal,
  );
  listenForWheel(
    stage,
    {
      onTurn: (towards) =>
        towards === 'down' || towards === 'up'
          ? (pages()?.turn(towards === 'down' ? 1 : -1) ?? false)
          : turnTo(towards),
    },
    signal,
  );
}
