const deferredClass = 'svc-held';
/** What its author cut the text into: anything else is laid out as a whole. */
const divisible = 'div, section, article, main';

/**
 * The end of a long section, which takes part in no layout until it is wanted: its elements are
 * there, but make no boxes. What stands before it is laid out as it will be with all of it.
 */
export class DeferredTail {
  readonly #held: { element: Element; start: number }[] = [];
  #next = 0;

  /** Text offset from which on nothing is here yet. */
  end: number;

  /** @param from - Text offset after which the tail begins, at the next block. */
  constructor(root: Element, from: number, end = Infinity) {
    this.end = end;
    if (from < Infinity) this.defer(root.childNodes, 0, from);
  }

  /** Text offset at which it begins, not past the true one; `Infinity` when nothing is held. */
  get start(): number {
    return this.#held[this.#next]?.start ?? this.end;
  }

  /** Whether there is anything to release. */
  get hasDeferred(): boolean {
    return this.#next < this.#held.length;
  }

  /** Lets blocks of that much text, or a little more, into the layout; returns the outermost of them. */
  release(units: number): Element[] {
    const end = this.start + units;
    const released = new Set<Element>();
    for (let one = this.#held[this.#next]; one && one.start < end; one = this.#held[this.#next]) {
      one.element.classList.remove(deferredClass);
      released.add(one.element);
      this.#next += 1;
    }
    return [...released].filter(
      ({ parentElement }) => !parentElement || !released.has(parentElement),
    );
  }

  /** Takes in blocks that follow each other, those from an offset on. @param start - Of the first of them. */
  defer(nodes: Iterable<Node>, start: number, from: number): void {
    for (const node of nodes) {
      if (node instanceof Element) {
        if (start >= from) {
          node.classList.add(deferredClass);
          this.#held.push({ element: node, start });
        }
        if (isDivisible(node)) this.defer(node.childNodes, start, from);
      }
      start += node.textContent?.length ?? 0;
    }
  }
}

/** The elements that take part in the layout, of some and of those within them. */
export function laidOutElements(roots: readonly Element[]): Element[] {
  const within = `*:not(.${deferredClass}, .${deferredClass} *)`;
  return roots.flatMap((root) => [root, ...root.querySelectorAll(within)]);
}

/** Bare text among the blocks could not be held. */
function isDivisible(element: Element): boolean {
  return (
    element.matches(divisible) &&
    [...element.childNodes].every((node) => !(node instanceof Text) || node.data.trim() === '')
  );
}
