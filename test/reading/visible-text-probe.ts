/** A text node of a section. */
export interface TextPiece {
  node: Text;
  /** Offset of its first character in the section's text. */
  start: number;
}

/** A section on screen. */
export interface VisibleSection {
  scroller: HTMLElement;
  pieces: TextPiece[];
  /** The whole text, including white space. */
  text: string;
  /** Cache: the ancestors of an element that clip its overflow. */
  clips: Map<Element, Element[]>;
  /** Cache: positions of the pieces in the scroller, and the scroller's size at that time. */
  extents: { of: (DOMRect | null)[]; size: string } | null;
}

export interface VisibleTextProbe {
  /** Whether a character is invisible. */
  isBlank(unit: string): boolean;
  /** Text without invisible characters. */
  bare(text: string): string;
  lookAt(root: ShadowRoot): VisibleSection;
  /** Rectangles with a size, for a range of characters. */
  rectsOf(node: Text, start: number, end: number): DOMRect[];
  /** Inline and block position of each piece in the scroller, in px, or null without any. */
  placesOf(leaf: VisibleSection): ([number, number] | null)[];
  /** All visible text of a section, in document order, and the pieces with any. */
  see(
    leaf: VisibleSection,
    stage: Element,
  ): { stretches: { start: number; end: number }[]; pieces: TextPiece[] };
}

declare global {
  interface Window {
    readingEyes: VisibleTextProbe;
  }
}

/**
 * Runs in the page under test. Determines the visible text of a section only from its rectangles.
 */
export function installVisibleTextProbe(): void {
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }

  const isBlank = (unit: string) => /[\s\u00ad\u200b-\u200d\u2060\ufeff]/.test(unit);
  const bare = (text: string) => text.replaceAll(/[\s\u00ad\u200b-\u200d\u2060\ufeff]/g, '');

  const lookAt = (root: ShadowRoot): VisibleSection => {
    const scroller = root.querySelector<HTMLElement>('.scroller');
    if (!scroller) throw new Error('The section has no pages.');
    const walker = document.createTreeWalker(scroller, NodeFilter.SHOW_TEXT);
    const pieces: TextPiece[] = [];
    let text = '';
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue;
      pieces.push({ node, start: text.length });
      text += node.data;
    }
    return { scroller, pieces, text, clips: new Map(), extents: null };
  };

  /**
   * The ancestors of an element that clip its overflow. For a scroll container, this is the
   * container itself.
   */
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
        if (!box || areaOf(box) === 0) return 0;
        const shown = intersect(box, page);
        const unscrolled = areaOf(intersect(rect, shown)) / Math.max(areaOf(rect), 1);
        return Math.max(areaOf(shown) / areaOf(box), unscrolled);
      }
      const visibleParts = boxes
        .map((box) => intersect(seen, box))
        .sort((a, b) => areaOf(b) - areaOf(a));
      if (visibleParts[0]) seen = visibleParts[0];
    }
    const whole = areaOf(rect);
    return whole > 0 ? areaOf(intersect(seen, page)) / whole : 0;
  };

  /** Whether the book clips the text away, which hides text meant only for screen readers. */
  const clippedAway = new WeakMap<Element, boolean>();
  const isClippedAway = (element: Element | null): boolean => {
    if (!element || element.matches('.scroller')) return false;
    const known = clippedAway.get(element);
    if (known !== undefined) return known;
    const { position, clip, clipPath } = getComputedStyle(element);
    const isClipped =
      (position === 'absolute' && (clip !== 'auto' || clipPath !== 'none')) ||
      isClippedAway(element.parentElement);
    clippedAway.set(element, isClipped);
    return isClipped;
  };

  const range = document.createRange();

  /**
   * The union of the rectangles of a piece, or of the scroll container around it, relative to the
   * start of the scroller's content, or null without any.
   */
  const extentOf = ({ node }: TextPiece, leaf: VisibleSection): DOMRect | null => {
    const { scroller } = leaf;
    const { parentElement } = node;
    const box = parentElement && clipsOf(parentElement, leaf).find(isScrolling);
    range.selectNodeContents(node);
    const { x, y, width, height } = (box ?? range).getBoundingClientRect();
    if (width === 0 && height === 0) return null;
    return new DOMRect(x + scroller.scrollLeft, y + scroller.scrollTop, width, height);
  };

  const isAt = (one: DOMRect | null, other: DOMRect | null) =>
    !one || !other
      ? one === other
      : (['x', 'y', 'width', 'height'] as const).every((at) => Math.abs(one[at] - other[at]) < 2);

  /** Number of pieces whose positions show whether the layout has changed since the measurement. */
  const samples = 8;

  /**
   * The pieces' positions in the scroller. Measured again only after another layout, because
   * measuring is slow.
   */
  const extentsOf = (leaf: VisibleSection): (DOMRect | null)[] => {
    const { pieces, scroller, extents } = leaf;
    const size = `${scroller.scrollWidth} × ${scroller.scrollHeight}`;
    const isSame = (at: number) => {
      const piece = pieces[at];
      return !piece || isAt(extentOf(piece, leaf), extents?.of[at] ?? null);
    };
    const stride = Math.ceil(pieces.length / samples);
    if (
      extents?.size === size &&
      Array.from({ length: samples }, (_, at) => at * stride).every(isSame) &&
      isSame(pieces.length - 1)
    ) {
      return extents.of;
    }
    // The layout of more text may have moved elements into scroll boxes.
    leaf.clips.clear();
    leaf.extents = { of: pieces.map((piece) => extentOf(piece, leaf)), size };
    return leaf.extents.of;
  };
  const rectsOf = (node: Text, start: number, end: number) => {
    if (isClippedAway(node.parentElement)) return [];
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  };

  /** Finds the visible stretches of a text node by bisection down to one character. */
  const visibleStretches = (
    node: Text,
    clips: Element[],
    page: Box,
    collect: (start: number, end: number) => void,
  ): void => {
    const bisect = (start: number, end: number): void => {
      const shares = rectsOf(node, start, end).map((rect) => visibleShare(rect, clips, page));
      if (shares.every((share) => share === 0)) return;
      if (shares.every((share) => share >= 0.99)) collect(start, end);
      else if (end - start > 1) {
        const middle = (start + end) >> 1;
        bisect(start, middle);
        bisect(middle, end);
      } else if (shares.some((share) => share > 0.7)) collect(start, end);
    };
    bisect(0, node.length);
  };

  const see: VisibleTextProbe['see'] = (leaf, stage) => {
    const page = intersect(leaf.scroller.getBoundingClientRect(), stage.getBoundingClientRect());
    const { scrollLeft, scrollTop } = leaf.scroller;
    const extents = extentsOf(leaf);
    const found: ReturnType<VisibleTextProbe['see']> = { stretches: [], pieces: [] };
    for (const [at, piece] of leaf.pieces.entries()) {
      const extent = extents[at];
      const parent = piece.node.parentElement;
      if (!extent || !parent) continue;
      const { left, top, right, bottom } = extent;
      const isNear =
        left - scrollLeft <= page.right &&
        right - scrollLeft >= page.left &&
        top - scrollTop <= page.bottom &&
        bottom - scrollTop >= page.top;
      if (!isNear || bare(piece.node.data) === '') continue;
      const before = found.stretches.length;
      visibleStretches(piece.node, clipsOf(parent, leaf), page, (start, end) =>
        found.stretches.push({ start: piece.start + start, end: piece.start + end }),
      );
      if (found.stretches.length > before) found.pieces.push(piece);
    }
    return found;
  };

  const placesOf: VisibleTextProbe['placesOf'] = (leaf) =>
    leaf.pieces.map((piece) => {
      const extent = extentOf(piece, leaf);
      return extent && [extent.x, extent.y];
    });

  window.readingEyes = { isBlank, bare, lookAt, placesOf, rectsOf, see };
}
