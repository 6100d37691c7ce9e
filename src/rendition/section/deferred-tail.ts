const deferredClass = 'svc-held';
/** Elements that may be laid out in parts. All others are laid out as a whole. */
const divisible = 'div, section, article, main';

/**
 * The end of a long section, excluded from layout until needed. Its elements exist but generate no
 * boxes. The layout of the preceding text is final.
 */
export class DeferredTail {
  readonly #deferred: { element: Element; start: number }[] = [];
  #next = 0;

  /** Text offset at which the loaded content ends. */
  end: number;

  /** @param from - Text offset. The tail begins at the next block. */
  constructor(root: Element, from: number, end = Infinity) {
    this.end = end;
    if (from < Infinity) this.defer(root.childNodes, 0, from);
  }

  /** Text offset at which the tail begins, rounded down, or `end` if nothing is deferred. */
  get start(): number {
    return this.#deferred[this.#next]?.start ?? this.end;
  }

  /** Whether any block is still deferred. */
  get hasDeferred(): boolean {
    return this.#next < this.#deferred.length;
  }

  /** Adds blocks with at least this amount of text to the layout and returns the outermost ones. */
  release(units: number): Element[] {
    const end = this.start + units;
    const released = new Set<Element>();
    for (
      let one = this.#deferred[this.#next];
      one && one.start < end;
      one = this.#deferred[this.#next]
    ) {
      one.element.classList.remove(deferredClass);
      released.add(one.element);
      this.#next += 1;
    }
    return [...released].filter(
      ({ parentElement }) => !parentElement || !released.has(parentElement),
    );
  }

  /**
   * Defers consecutive blocks, starting at an offset. @param start - Text offset of the first node.
   */
  defer(nodes: Iterable<Node>, start: number, from: number): void {
    for (const node of nodes) {
      if (node instanceof Element) {
        if (start >= from) {
          node.classList.add(deferredClass);
          this.#deferred.push({ element: node, start });
        }
        if (isDivisible(node)) this.defer(node.childNodes, start, from);
      }
      start += node.textContent?.length ?? 0;
    }
  }
}

/** The elements included in the layout, among the given ones and their descendants. */
export function laidOutElements(roots: readonly Element[]): Element[] {
  const within = `*:not(.${deferredClass}, .${deferredClass} *)`;
  return roots.flatMap((root) => [root, ...root.querySelectorAll(within)]);
}

/**
 * Whether an element can be split. One with its own text nodes cannot, because text nodes cannot be
 * deferred.
 */
function isDivisible(element: Element): boolean {
  return (
    element.matches(divisible) &&
    [...element.childNodes].every((node) => !(node instanceof Text) || node.data.trim() === '')
  );
}
