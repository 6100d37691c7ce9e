import { firstSection, lastSection } from '../../state/section-lookup.ts';
import type { Rendition } from '../rendition.ts';
import { keyAction, type KeyAction } from './key-action.ts';

/** Distance in px that an arrow key scrolls, as in a focused scroll container. */
const arrowStepPx = 40;

/** Book elements that handle keys themselves. */
const ownKeysInPage = '.svc-scroll-box, audio, video, summary';
/** Reader controls that handle keys themselves. */
const ownKeysAround =
  'input, textarea, select, [contenteditable], ' +
  ['dialog', 'alertdialog', 'menu', 'toolbar', 'radiogroup', 'tablist']
    .map((role) => `[role=${role}]`)
    .join();

/** Turns pages with the keyboard, whether focus is on the pages or on a reader control. */
export function listenForKeys(
  host: HTMLElement,
  stage: HTMLElement,
  pages: () => Rendition | null,
  signal: AbortSignal,
): void {
  stage.addEventListener(
    'keydown',
    (event) => {
      const rendition = pages();
      if (!rendition || event.defaultPrevented || hasOwnKeys(event)) return;
      const action = keyAction(event, rendition.isNextLeft);
      if (!action || rendition.scrollsWithKey(event.key)) return;
      event.preventDefault();
      performKeyAction(rendition, action);
    },
    { signal },
  );

  const reader = host.getRootNode();
  if (!(reader instanceof ShadowRoot)) return;
  reader.addEventListener(
    'keydown',
    (event) => {
      const rendition = pages();
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented || !rendition) return;
      const isButtonKey = event.key === ' ';
      if (isButtonKey || host.inert || !isOnReaderControl(event, reader, host)) return;
      const action = keyAction(event, rendition.isNextLeft);
      if (!action) return;
      event.preventDefault();
      if (rendition.scrollsWithKey(event.key)) scrollByKey(rendition, stage, event.key);
      else performKeyAction(rendition, action);
    },
    { signal },
  );
}

function performKeyAction(pages: Rendition, action: KeyAction): void {
  if (action === 'next' || action === 'previous') pages.turn(action === 'next' ? 1 : -1);
  else if (action === 'book-start') pages.goToSection(firstSection(pages.order), 'start');
  else if (action === 'book-end') pages.goToSection(lastSection(pages.order), 'end');
  else pages.goToSection(pages.current.section.index, action === 'first' ? 'start' : 'end');
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

/** Whether a key was pressed on a reader control that does not handle it. */
function isOnReaderControl(event: KeyboardEvent, reader: ShadowRoot, page: HTMLElement): boolean {
  const { target } = event;
  // Slotted elements of the host page handle their own keys.
  if (!(target instanceof Node) || target === page || target.getRootNode() !== reader) return false;
  const path = event.composedPath();
  return path
    .slice(0, path.indexOf(reader))
    .every((one) => !(one instanceof Element && one.matches(ownKeysAround)));
}
