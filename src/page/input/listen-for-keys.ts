import { firstSection, lastSection } from '../../reader/ends-of-order.ts';
import type { Reading } from '../reading.ts';
import { moveOfKey, type Move } from './keys.ts';

/** px that a strip scrolls by an arrow key, as it does by itself where the focus is in it. */
const arrowStep = 40;

/** Has a use of its own for the keys: a scroll box, a player. */
const busyInPage = '.svc-scroll-box, audio, video, summary';
/** The same, around the pages: fields, and what is gone through, or scrolled, with arrows. */
const busyAround =
  'input, textarea, select, [contenteditable], ' +
  ['dialog', 'alertdialog', 'menu', 'toolbar', 'radiogroup', 'tablist']
    .map((role) => `[role=${role}]`)
    .join();

/** Turns pages by keys, wherever the focus is in the reader: on the pages, or on a button around them. */
export function listenForKeys(
  host: HTMLElement,
  stage: HTMLElement,
  pages: () => Reading | null,
  signal: AbortSignal,
): void {
  stage.addEventListener(
    'keydown',
    (event) => {
      const open = pages();
      if (!open || event.defaultPrevented || isOnBusy(event)) return;
      const move = moveOfKey(event, open.isNextLeft);
      if (!move || open.scrollsBy(event.key)) return;
      event.preventDefault();
      go(open, move);
    },
    { signal },
  );

  const reader = host.getRootNode();
  if (!(reader instanceof ShadowRoot)) return;
  reader.addEventListener(
    'keydown',
    (event) => {
      const open = pages();
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented || !open) return;
      const isButtons = event.key === ' ';
      if (isButtons || host.inert || !isAround(event, reader, host)) return;
      const move = moveOfKey(event, open.isNextLeft);
      if (!move) return;
      event.preventDefault();
      if (open.scrollsBy(event.key)) scroll(open, stage, event.key);
      else go(open, move);
    },
    { signal },
  );
}

function go(pages: Reading, move: Move): void {
  if (move === 'next' || move === 'previous') pages.turn(move === 'next' ? 1 : -1);
  else if (move === 'book-start') pages.enter(firstSection(pages.order), 'start');
  else if (move === 'book-end') pages.enter(lastSection(pages.order), 'end');
  else pages.enter(pages.current.section.index, move === 'first' ? 'start' : 'end');
}

function scroll(pages: Reading, stage: HTMLElement, key: string): void {
  pages.endGesture();
  const step = key === 'ArrowDown' || key === 'ArrowRight' ? arrowStep : -arrowStep;
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  stage.scrollBy(isSideways ? { left: step } : { top: step });
}

function isOnBusy(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches(busyInPage);
}

/** Whether a key was pressed on one of the reader's own controls that has no use for it. */
function isAround(event: KeyboardEvent, reader: ShadowRoot, page: HTMLElement): boolean {
  const { target } = event;
  // What the page around has put into a slot has keys of its own.
  if (!(target instanceof Node) || target === page || target.getRootNode() !== reader) return false;
  const path = event.composedPath();
  return path
    .slice(0, path.indexOf(reader))
    .every((one) => !(one instanceof Element && one.matches(busyAround)));
}
