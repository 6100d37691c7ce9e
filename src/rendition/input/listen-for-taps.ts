import { hasSelection } from '../selection.ts';

export type TapZone = 'left' | 'middle' | 'right';

/**
 * Returns the page zone that contains a tap. Each side zone is a quarter of the width, but at least
 * 48 px.
 */
export function tapZone(x: number, width: number): TapZone {
  const side = Math.min(width / 2, Math.max(48, width / 4));
  if (x < side) return 'left';
  return x > width - side ? 'right' : 'middle';
}

export interface TapHandlers {
  /** Returns a function that undoes the page turn, or null if no page was turned. */
  onTap: (zone: TapZone, pointerType: string) => (() => void) | null;
  /** Called when a link is followed. */
  onLink: (link: Element, event: MouseEvent) => void;
  roots: () => readonly ShadowRoot[];
  /** Whether pages are moving. A touch then stops them without turning a page. */
  isMoving: () => boolean;
}

/** Elements that handle clicks themselves. */
const ownClickTargets = 'button, audio, video, summary, input, .svc-scroll-box';

/** The area around the text, where nothing can be selected. */
const pageBackgroundSelector = '.stage, .leaf, .scroller';

/**
 * Handles clicks and taps on the page. Selecting or dragging does not turn pages, and neither does
 * a double click in the middle or, with a mouse, on text.
 */
export function listenForTaps(
  stage: HTMLElement,
  handlers: TapHandlers,
  signal: AbortSignal,
): void {
  /**
   * Undoes the page turn of a mouse click on text if it becomes a double click, which selects a
   * word.
   */
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
      const undoTurn = handlers.onTap(zone, down.type);
      undo = isOnText ? undoTurn : null;
    },
    { signal },
  );
  stage.addEventListener(
    'auxclick',
    (event) => {
      // A middle click also opens a link.
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
        // Prevent the default selection of the nearest word.
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

/** Selects the word at a point in the viewport, if any. */
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
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  for (const { index, segment, isWordLike } of segmenter.segment(node.data)) {
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
