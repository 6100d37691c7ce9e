import type { TextPiece, VisibleSection } from './visible-text-probe.ts';

/** Text on the wrong side of other text. */
export interface OrderError {
  kind: 'disorder' | 'covered';
  /** Offset in the section's text. */
  at: number;
  pages: number[];
}

export interface OrderProbe {
  /**
   * Text whose page comes before that of preceding text.
   *
   * @param pageOf - Page of each character, -1 for those without one.
   */
  disorder(leaf: VisibleSection, pageOf: Int32Array): OrderError[];
  /**
   * Text on the visible page that a picture or positioned text covers.
   *
   * @param pieces - The visible pieces of text.
   */
  covered(
    leaf: VisibleSection,
    pieces: readonly TextPiece[],
    root: ShadowRoot,
    page: number,
  ): OrderError[];
}

declare global {
  interface Window {
    readingOrder: OrderProbe;
  }
}

/**
 * Runs in the page under test. Compares the order of text on the pages with the order in the
 * document.
 */
export function installOrderProbe(): void {
  const isBlank = (unit: string) => /[\s\u00ad\u200b-\u200d\u2060\ufeff]/.test(unit);
  const outOfOrderDisplay = /^(table-caption|table-footer-group|table-header-group)$/;

  /** Whether the children of an element are laid out side by side. */
  const isParallel = ({ display, flexDirection, flexWrap }: CSSStyleDeclaration) =>
    /^(table-row|(inline-)?grid)$/.test(display) ||
    (display.endsWith('flex') && (!flexDirection.startsWith('column') || flexWrap !== 'nowrap'));

  const isHidden = (parent: Element | null) =>
    !parent || !parent.checkVisibility({ visibilityProperty: true });

  /**
   * Whether an element is inside a box that clips or scrolls its content. Hidden parts of such
   * content still have rectangles.
   */
  const isClipped = (element: Element | null, scroller: Element): boolean => {
    if (!element || element === scroller) return false;
    return (
      getComputedStyle(element).overflowX !== 'visible' ||
      isClipped(element.parentElement, scroller)
    );
  };

  const disorder: OrderProbe['disorder'] = (leaf, pageOf) => {
    const errors: OrderError[] = [];
    const starts = new Map(leaf.pieces.map(({ node, start }) => [node, start]));
    /** Returns the last page of a node. */
    const visit = (node: Node, least: number): number => {
      if (node instanceof Text) {
        const start = starts.get(node) ?? 0;
        if (isHidden(node.parentElement)) return least;
        let page = least;
        let isReported = false;
        for (let at = 0; at < node.length; at++) {
          const now = pageOf[start + at] ?? -1;
          if (now < 0 || isBlank(node.data[at] ?? '')) continue;
          if (now < page && !isReported) {
            errors.push({ kind: 'disorder', at: start + at, pages: [page, now] });
            isReported = true;
          }
          page = Math.max(page, now);
        }
        return page;
      }
      if (!(node instanceof Element)) return least;
      const style = getComputedStyle(node);
      const parallel = isParallel(style);
      let last = least;
      for (const child of node.childNodes) {
        if (!(child instanceof Element)) {
          last = Math.max(last, visit(child, parallel ? least : last));
          continue;
        }
        const { float, position, display } = getComputedStyle(child);
        const isOutside =
          float !== 'none' || position === 'absolute' || outOfOrderDisplay.test(display);
        const from = parallel ? least : isOutside ? Math.max(0, last - 1) : last;
        const end = visit(child, from);
        if (!isOutside) last = Math.max(last, end);
      }
      return last;
    };
    visit(leaf.scroller, 0);
    return errors;
  };

  /** Share of the smaller line, in both directions, from which overlapping lines are illegible. */
  const overlapShare = 0.5;

  const overlap = (start: number, end: number, otherStart: number, otherEnd: number) =>
    (Math.min(end, otherEnd) - Math.max(start, otherStart)) /
    Math.min(end - start, otherEnd - otherStart);

  const overlaps = (one: DOMRect, other: DOMRect) =>
    overlap(one.left, one.right, other.left, other.right) > overlapShare &&
    overlap(one.top, one.bottom, other.top, other.bottom) > overlapShare;

  /** A line's rectangle without the space that its font reserves above and below the letters. */
  const lettersOf = ({ parentElement }: Text, { x, y, width, height }: DOMRect): DOMRect => {
    if (!parentElement) return new DOMRect(x, y, width, height);
    const { fontSize, writingMode } = getComputedStyle(parentElement);
    const isVertical = writingMode.startsWith('vertical');
    const space = Math.max(0, (isVertical ? width : height) - Number.parseFloat(fontSize)) / 2;
    return isVertical
      ? new DOMRect(x + space, y, width - 2 * space, height)
      : new DOMRect(x, y + space, width, height - 2 * space);
  };

  /** Share of a line's letters that another line of the same text may cover. */
  const crowdedShare = 0.25;

  /** Whether two lines of the same text overlap because its line height is too small. */
  const isCrowded = (node: Text, one: DOMRect, other: DOMRect): boolean => {
    if (!node.parentElement) return false;
    const { fontSize, lineHeight } = getComputedStyle(node.parentElement);
    if (!(Number.parseFloat(lineHeight) < 0.8 * Number.parseFloat(fontSize))) return false;
    const [a, b] = [lettersOf(node, one), lettersOf(node, other)];
    return (
      overlap(a.left, a.right, b.left, b.right) > crowdedShare &&
      overlap(a.top, a.bottom, b.top, b.bottom) > crowdedShare
    );
  };

  /** Whether a letter touches an area. The spaces after a line may extend into the next column. */
  const hasLetterAt = (node: Text, area: DOMRect): boolean => {
    const range = document.createRange();
    for (let at = 0; at < node.length; at++) {
      if (isBlank(node.data[at] ?? '')) continue;
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const isThere = [...range.getClientRects()].some(
        ({ left, right, top, bottom, width }) =>
          width > 0 &&
          right > area.left &&
          left < area.right &&
          bottom > area.top &&
          top < area.bottom,
      );
      if (isThere) return true;
    }
    return false;
  };

  /** Whether text begins with an initial letter, which Chromium reports above its block. */
  const hasInitialLetter = ({ parentElement }: Text): boolean => {
    const block = parentElement?.closest('p, div, li, blockquote, section, dd');
    if (!block || !CSS.supports('initial-letter', '2')) return false;
    const letter = getComputedStyle(block, '::first-letter');
    return letter.getPropertyValue('initial-letter') !== 'normal';
  };

  /** Points along a line, one or two letters apart and from its ends. */
  const pointsIn = ({ left, right, top, bottom }: DOMRect): [number, number][] => {
    const [width, height] = [right - left, bottom - top];
    const count = Math.max(1, Math.floor(Math.max(width, height) / Math.min(width, height)) - 1);
    return Array.from({ length: count }, (_, at) => {
      const share = (at + 1) / (count + 1);
      return width > height
        ? [left + share * width, top + height / 2]
        : [left + width / 2, top + share * height];
    });
  };

  const covered: OrderProbe['covered'] = (leaf, pieces, root, page) => {
    const view = leaf.scroller.getBoundingClientRect();
    const isOnPage = ({ left, right, top, bottom, width, height }: DOMRect) =>
      width > 0 &&
      height > 0 &&
      right > view.left &&
      left < view.right &&
      bottom > view.top &&
      top < view.bottom;
    const errors: OrderError[] = [];
    const add = (at: number) => {
      if (errors.at(-1)?.at !== at) errors.push({ kind: 'covered', at, pages: [page] });
    };
    const pictures = [...root.querySelectorAll('img, svg:not(svg svg), video')];
    const rects = pictures
      .map((picture) => ({ picture, rect: picture.getBoundingClientRect() }))
      .filter(({ rect }) => isOnPage(rect));
    const lines: { node: Text; start: number; rect: DOMRect }[] = [];
    const range = document.createRange();
    for (const { node, start } of pieces) {
      range.selectNodeContents(node);
      const all = [...range.getClientRects()];
      const shown = all.filter(isOnPage);
      if (shown.length === 0) continue;
      if (isHidden(node.parentElement) || isClipped(node.parentElement, leaf.scroller)) continue;
      const [first] = all;
      for (const rect of shown)
        if (rect !== first || !hasInitialLetter(node)) lines.push({ node, start, rect });
    }
    for (const { node, start, rect: line } of lines) {
      const isCovered = pointsIn(line).some(([x, y]) => {
        const isUnder = rects.some(
          ({ picture, rect }) =>
            !picture.contains(node) &&
            rect.left < x &&
            rect.right > x &&
            rect.top < y &&
            rect.bottom > y,
        );
        const top = isUnder ? root.elementFromPoint(x, y) : null;
        return top && pictures.includes(top);
      });
      if (isCovered) add(start);
    }
    lines.sort((one, other) => one.rect.top - other.rect.top);
    for (const [at, { node, start, rect }] of lines.entries()) {
      if (node.data.trim().length < 3) continue;
      for (const other of lines.slice(at + 1)) {
        if (other.rect.top >= rect.bottom) break;
        if (other.node === node && isCrowded(node, rect, other.rect)) add(start);
        if (other.node === node || other.node.data.trim().length < 3) continue;
        if (
          overlaps(rect, other.rect) &&
          overlaps(lettersOf(node, rect), lettersOf(other.node, other.rect)) &&
          hasLetterAt(node, other.rect) &&
          hasLetterAt(other.node, rect)
        )
          add(start);
      }
    }
    return errors;
  };

  window.readingOrder = { disorder, covered };
}
