import { firstSection, lastSection } from '../../state/section-lookup.ts';
import type { Rendition } from '../rendition.ts';
import { keyAction, type KeyAction } from './key-action.ts';

/** px that a strip scrolls by an arrow key, as it does by itself where the focus is in it. */
const arrowStepPx = 40;

/** Has a use of its own for the keys: a scroll box, a player. */
const ownKeysInPage = '.svc-scroll-box, audio, video, summary';
/** The same, around the pages: fields, and what is gone through, or scrolled, with arrows. */
const ownKeysAround =
  'input, textarea, select, [contenteditable], ' +
  ['dialog', 'alertdialog', 'menu', 'toolbar', 'radiogroup', 'tablist']
    .map((role) => `[role=${role}]`)
    .join();

/** Turns pages by keys, wherever the focus is in the reader: on the pages, or on a button around them. */
export function listenForKeys(
  host: HTMLElement,
  stage: HTMLElement,
  pages: () => Rendition | null,
  signal: AbortSignal,
): void {
  stage.addEventListener(
    'keydown',
    (event) => {
      const open = pages();
      if (!open || event.defaultPrevented || hasOwnKeys(event)) return;
      const move = keyAction(event, open.isNextLeft);
      if (!move || open.scrollsWithKey(event.key)) return;
      event.preventDefault();
      performKeyAction(open, move);
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
      if (isButtons || host.inert || !isOnReaderControl(event, reader, host)) return;
      const move = keyAction(event, open.isNextLeft);
      if (!move) return;
      event.preventDefault();
      if (open.scrollsWithKey(event.key)) scrollByKey(open, stage, event.key);
      else performKeyAction(open, move);
    },
    { signal },
  );
}

function performKeyAction(pages: Rendition, move: KeyAction): void {
  if (move === 'next' || move === 'previous') pages.turn(move === 'next' ? 1 : -1);
  else if (move === 'book-start') pages.goToSection(firstSection(pages.order), 'start');
  else if (move === 'book-end') pages.goToSection(lastSection(pages.order), 'end');
  else pages.goToSection(pages.current.section.index, move === 'first' ? 'start' : 'end');
}

function scrollByKey(pages: Rendition, stage: HTMLElement, key: string): void {
  pages.endGesture();
  const step = key === 'ArrowDown' || key === 'ArrowRight' ? arrowStepPx : -arrowStepPx;
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  stage.scrollBy(isSideways ? { left: step } : { top: step });
}

function hasOwnKeys(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches(ownKeysInPage);
}

/** Whether a key was pressed on one of the reader's own controls that has no use for it. */
function isOnReaderControl(event: KeyboardEvent, reader: ShadowRoot, page: HTMLElement): boolean {
  const { target } = event;
  // What the page around has put into a slot has keys of its own.
  if (!(target instanceof Node) || target === page || target.getRootNode() !== reader) return false;
  const path = event.composedPath();
  return path
    .slice(0, path.indexOf(reader))
    .every((one) => !(one instanceof Element && one.matches(ownKeysAround)));
}
