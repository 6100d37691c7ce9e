import { firstSection, lastSection } from '../../state/book-ends.ts';
import type { Rendition } from '../rendition.ts';
import type { InputOwner } from './input-owner.ts';
import { keyAction, type KeyAction } from './key-action.ts';
import { isNextLeft, scrollsWithKey } from '../reading-direction.ts';

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

/**
 * Turns pages by key if the focus is on the pages or on one of the reader's controls. A reader that
 * fills the window also handles keys while no element has the focus. At the start and end of the
 * book, the host page receives the keys.
 */
export function listenForKeys(
  host: HTMLElement,
  stage: HTMLElement,
  owner: InputOwner,
  pages: () => Rendition | null,
  signal: AbortSignal,
): void {
  /** Whether the key being held down has moved the pages. */
  let isHeldByBook = false;
  const perform = (rendition: Rendition, action: KeyAction, event: KeyboardEvent) => {
    const hasMoved = performKeyAction(rendition, action);
    if (!event.repeat) isHeldByBook = hasMoved;
    // After a held key has turned the last page, it must not scroll the host page.
    if (hasMoved || isHeldByBook) event.preventDefault();
  };
  const performOrScroll = (rendition: Rendition, event: KeyboardEvent) => {
    const action = keyAction(event, isNextLeft(rendition));
    if (!action) return;
    if (!scrollsWithKey(rendition, event.key)) return perform(rendition, action, event);
    if (scrollByKey(rendition, stage, event.key)) event.preventDefault();
  };

  stage.addEventListener(
    'keydown',
    (event) => {
      const rendition = pages();
      if (!rendition || event.defaultPrevented || hasOwnKeys(event)) return;
      const action = keyAction(event, isNextLeft(rendition));
      // The browser scrolls the focused pages, and passes the key to the host page at their ends.
      if (action && !scrollsWithKey(rendition, event.key)) perform(rendition, action, event);
    },
    { signal },
  );
  addEventListener(
    'keydown',
    (event) => {
      const rendition = pages();
      if (!rendition || host.inert || event.defaultPrevented) return;
      if (owner.ownsUnfocusedKey(event)) performOrScroll(rendition, event);
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
      performOrScroll(rendition, event);
    },
    { signal },
  );
}

/** Returns false if there is no page in the direction of the key. */
function performKeyAction(pages: Rendition, action: KeyAction): boolean {
  if (action === 'next' || action === 'previous') return pages.turn(action === 'next' ? 1 : -1);
  if (action === 'book-start') pages.goToSection(firstSection(pages.order), 'start');
  else if (action === 'book-end') pages.goToSection(lastSection(pages.order), 'end');
  else pages.goToSection(pages.current.section.index, action === 'first' ? 'start' : 'end');
  return true;
}

/** Returns false if the pages are at their end. */
function scrollByKey(pages: Rendition, stage: HTMLElement, key: string): boolean {
  pages.endGesture();
  const { scrollLeft, scrollTop } = stage;
  const step = key === 'ArrowDown' || key === 'ArrowRight' ? arrowStepPx : -arrowStepPx;
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  stage.scrollBy(isSideways ? { left: step } : { top: step });
  return stage.scrollLeft !== scrollLeft || stage.scrollTop !== scrollTop;
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
