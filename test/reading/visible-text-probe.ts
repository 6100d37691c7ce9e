/** A text node of a section. */
export interface TextPiece {
  node: Text;
  /** Offset of its first character in the section's text. */
  start: number;
  /**
   * Whether it is inside a float or a positioned element: pages may show these before or after the text
   * around them.
   */
  isAside: boolean;
}

/** A section on screen. */
export interface VisibleSection {
  scroller: HTMLElement;
  pieces: TextPiece[];
  /** The whole text, including white space. */
  text: string;
  /** Cache: the ancestors of an element that clip its overflow. */
  clips: Map<Element, Element[]>;
}

export interface VisibleTextProbe {
  /** Whether a character is invisible. */
  isBlank(unit: string): boolean;
  /** A text without invisible characters. */
  bare(text: string): string;
  lookAt(root: ShadowRoot): VisibleSection;
  /** Rectangles with a size, for a range of characters. */
  rectsOf(node: Text, start: number, end: number): DOMRect[];
  /**
   * All visible text of a section, in document order. Checks `reach` rendered pieces of text before and
   * after `last`, the last visible one; checks all pieces by default.
   */
  see(
    leaf: VisibleSection,
    stage: Element,
    near?: { last: number; reach: number },
  ): { stretches: { start: number; end: number }[]; last: number };
}

declare global {
  interface Window {
    readingEyes: VisibleTextProbe;
  }
}

/** Runs in the page under test: determines the visible text of a section from its rectangles only. */
export function installVisibleTextProbe(): void {
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }

  const isBlank = (unit: string) => /[\s\u00ad\u200b-\u200d\u2060\ufeff]/.test(unit);
  const bare = (text: string) => text.replaceAll(/[\s\u00ad\u200b-\u200d\u2060\ufeff]/g, '');

  const isAside = (element: Element | null, root: Element): boolean => {
    if (!element || element === root) return false;
    const { float, position } = getComputedStyle(element);
    return float !== 'none' || position === 'absolute' || isAside(element.parentElement, root);
  };

  const lookAt = (root: ShadowRoot): VisibleSection => {
    const scroller = root.querySelector<HTMLElement>('.scroller');
    if (!scroller) throw new Error('The section has no pages.');
    const walker = document.createTreeWalker(scroller, NodeFilter.SHOW_TEXT);
    const pieces: TextPiece[] = [];
    let text = '';
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue;
      pieces.push({ node, start: text.length, isAside: isAside(node.parentElement, scroller) });
      text += node.data;
    }
    return { scroller, pieces, text, clips: new Map() };
  };

  /** The ancestors of an element that clip its overflow; for a scroll container, the container itself. */
  const clipsOf = (element: Element, leaf: VisibleSection): Element[] => {
    const known = leaf.clips.get(element);
    if (known) return known;
    const parent = element === leaf.scroller ? null : element.parentElement;
    const above = parent ? clipsOf(parent, leaf) : [];
    const { overflowX, overflowY, display } = getComputedStyle(element);
    const isClip =
      element !== leaf.scroller &&
      display !== 'inline' &&
      (overflowX !== 'visible' || overflowY !== 'visible');
    const clips = isClip ? [...above, element] : above;
    leaf.clips.set(element, clips);
    return clips;
  };

  const isScrolling = (box: Element) => {
    const { overflowX, overflowY } = getComputedStyle(box);
    return [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll');
  };

  const intersect = (first: Box, second: Box): Box => ({
    left: Math.max(first.left, second.left),
    top: Math.max(first.top, second.top),
    right: Math.min(first.right, second.right),
    bottom: Math.min(first.bottom, second.bottom),
  });
  const areaOf = ({ left, top, right, bottom }: Box) =>
    Math.max(0, right - left) * Math.max(0, bottom - top);

  /** Visible share of a rectangle, 0–1. */
  const visibleShare = (rect: DOMRect, clips: Element[], page: Box): number => {
    let seen: Box = rect;
    for (const clip of clips) {
      const boxes = [...clip.getClientRects()];
      // Everything inside a visible scroll container can be scrolled into view.
      if (isScrolling(clip)) {
        const box = boxes[0];
        return box && areaOf(box) > 0 ? areaOf(intersect(box, page)) / areaOf(box) : 0;
      }
      const visibleParts = boxes
        .map((box) => intersect(seen, box))
        .sort((a, b) => areaOf(b) - areaOf(a));
      if (visibleParts[0]) seen = visibleParts[0];
    }
    const whole = areaOf(rect);
    return whole > 0 ? areaOf(intersect(seen, page)) / whole : 0;
  };

  /** Whether the book clips it away, as is done for text meant only for screen readers. */
  const isClippedAway = (element: Element | null): boolean => {
    if (!element || element.matches('.scroller')) return false;
    const { position, clip, clipPath } = getComputedStyle(element);
    const isClipped = position === 'absolute' && (clip !== 'auto' || clipPath !== 'none');
    return isClipped || isClippedAway(element.parentElement);
  };

  const range = document.createRange();
  const rectsOf = (node: Text, start: number, end: number) => {
    if (isClippedAway(node.parentElement)) return [];
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  };

  /**
   * Finds the visible stretches of a text node by bisection down to one character; false if the node is
   * not rendered.
   */
  const visibleStretches = (
    node: Text,
    clips: Element[],
    page: Box,
    collect: (start: number, end: number) => void,
  ): boolean => {
    const bisect = (start: number, end: number): boolean => {
      const rects = rectsOf(node, start, end);
      const shares = rects.map((rect) => visibleShare(rect, clips, page));
      if (shares.every((share) => share === 0)) return shares.length > 0;
      if (shares.every((share) => share >= 0.99)) collect(start, end);
      else if (end - start > 1) {
        const middle = (start + end) >> 1;
        bisect(start, middle);
        bisect(middle, end);
      } else if (shares.some((share) => share > 0.7)) collect(start, end);
      return true;
    };
    return bisect(0, node.length);
  };

  const see: VisibleTextProbe['see'] = (leaf, stage, near = { last: 0, reach: Infinity }) => {
    const page = intersect(leaf.scroller.getBoundingClientRect(), stage.getBoundingClientRect());
    const stretches: { start: number; end: number }[] = [];
    let { last } = near;
    let missed = 0;
    for (let at = Math.max(0, last - near.reach); at < leaf.pieces.length; at++) {
      const piece = leaf.pieces[at];
      const parent = piece?.node.parentElement;
      if (!piece || !parent || bare(piece.node.data) === '') continue;
      const before = stretches.length;
      const isRendered = visibleStretches(piece.node, clipsOf(parent, leaf), page, (start, end) =>
        stretches.push({ start: piece.start + start, end: piece.start + end }),
      );
      if (stretches.length > before) {
        last = Math.max(last, at);
        missed = 0;
      } else if (isRendered && at > near.last && ++missed > near.reach) break;
    }
    return { stretches, last };
  };

  window.readingEyes = { isBlank, bare, lookAt, rectsOf, see };
}
