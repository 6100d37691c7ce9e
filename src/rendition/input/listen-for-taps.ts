import { hasSelection } from '../selection.ts';

export type TapZone = 'left' | 'middle' | 'right';

/** Which third of the page a tap is in; the sides are a quarter each and never under 48 px. */
export function tapZone(x: number, width: number): TapZone {
  const side = Math.min(width / 2, Math.max(48, width / 4));
  if (x < side) return 'left';
  return x > width - side ? 'right' : 'middle';
}

export interface TapHandlers {
  /** Returns what undoes it, where a page was turned. */
  onTap: (zone: TapZone, pointerType: string) => (() => void) | null;
  /** A link was followed; true when it was the book's own. */
  onLink: (link: Element, event: MouseEvent) => void;
  roots: () => readonly ShadowRoot[];
  /** Whether pages are on their way: a touch stops them, and turns nothing. */
  isMoving: () => boolean;
}

/** Things on a page that a click is meant for. */
const ownClickTargets = 'button, audio, video, summary, input, .svc-scroll-box';

/** The page around the text: nothing is selected there. */
const pageBackgroundSelector = '.stage, .leaf, .scroller';

/**
 * Clicks and taps on the page. Selecting and dragging turn nothing, nor does what a double click has for a
 * purpose: with a mouse on text, and in the middle.
 */
export function listenForTaps(
  stage: HTMLElement,
  handlers: TapHandlers,
  signal: AbortSignal,
): void {
  /** Of a click on text with a mouse: with another one it was a double click, which selects. */
  let undo: (() => void) | null = null;
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
      const link = linkOf(event);
      if (link) return handlers.onLink(link, event);
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      if (path.some((one) => one.matches(ownClickTargets))) return;
      const hasMoved = Math.hypot(event.clientX - down.x, event.clientY - down.y) > 10;
      if (hasMoved || down.wasMoving || down.hadSelection || hasSelection(handlers.roots())) return;
      const zone = zoneOf(event);
      const isRepeated = event.detail > 1;
      if (
        isRepeated &&
        (zone === 'middle' || (down.type === 'mouse' && !isOnPageBackground(event)))
      )
        return;
      const isOnText = down.type === 'mouse' && !isOnPageBackground(event);
      const back = handlers.onTap(zone, down.type);
      undo = isOnText ? back : null;
    },
    { signal },
  );
  stage.addEventListener(
    'auxclick',
    (event) => {
      // The middle button opens a link as well.
      const link = event.button === 1 ? linkOf(event) : undefined;
      if (link) handlers.onLink(link, event);
    },
    { signal },
  );
  stage.addEventListener(
    'mousedown',
    (event) => {
      if (event.detail === 2 && undo) {
        undo();
        event.preventDefault();
        selectWord(handlers.roots(), event.clientX, event.clientY);
      } else if (event.detail > 1 && isOnPageBackground(event) && zoneOf(event) !== 'middle') {
        // It would select the nearest word, and that turns no page.
        event.preventDefault();
      }
      undo = null;
    },
    { signal },
  );

  function zoneOf({ clientX }: MouseEvent): TapZone {
    const { left, width } = stage.getBoundingClientRect();
    return tapZone(clientX - left, width);
  }
}

function linkOf(event: Event): Element | undefined {
  const path = event.composedPath().filter((one) => one instanceof Element);
  return path.find(({ localName }) => localName === 'a' || localName === 'area');
}

function isOnPageBackground(event: MouseEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches(pageBackgroundSelector);
}

/** Selects the word that is seen at a point of the window, where there is one. */
function selectWord(roots: readonly ShadowRoot[], x: number, y: number): void {
  for (const root of roots) {
    const element = root.elementFromPoint(x, y);
    if (!element || !root.contains(element)) continue;
    for (const node of element.childNodes) {
      if (!(node instanceof Text)) continue;
      const range = wordAt(node, x, y);
      if (!range) continue;
      const { startOffset, endOffset } = range;
      document.getSelection()?.setBaseAndExtent(node, startOffset, node, endOffset);
      return;
    }
  }
}

function wordAt(node: Text, x: number, y: number): Range | null {
  const range = document.createRange();
  const words = new Intl.Segmenter(undefined, { granularity: 'word' });
  for (const { index, segment, isWordLike } of words.segment(node.data)) {
    if (!isWordLike) continue;
    range.setStart(node, index);
    range.setEnd(node, index + segment.length);
    const isHere = [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
    );
    if (isHere) return range;
  }
  return null;
}
