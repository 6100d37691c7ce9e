import { indexed } from '../../state/indexed.ts';

/**
 * A section's text nodes by text offset. Offsets count UTF-16 code units of the section's tree,
 * including text that was omitted from the document.
 */
export class TextIndex {
  readonly #nodes: Text[] = [];
  readonly #starts: number[] = [];
  #length = 0;

  /** Length of the whole tree's text in code units. */
  get length(): number {
    return this.#length;
  }

  add(node: Text): void {
    this.#nodes.push(node);
    this.#starts.push(this.#length);
    this.#length += node.data.length;
  }

  /** Counts text that is not in the document. */
  skip(units: number): void {
    this.#length += units;
  }

  /** The text that starts at an offset, at most the given number of code units. */
  slice(offset: number, units: number): string {
    let text = '';
    for (let at = this.#indexAt(offset); at < this.#nodes.length && text.length < units; at++) {
      const node = this.#nodes[at];
      const start = this.#starts[at];
      if (!node || start === undefined) break;
      text += node.data.slice(Math.max(0, offset - start));
    }
    return text.slice(0, units);
  }

  /**
   * The whole text with spaces in place of text that is not in the document, which keeps offsets
   * unchanged.
   */
  text(): string {
    let text = '';
    for (const [at, node] of indexed(this.#nodes)) {
      text = text.padEnd(this.#starts[at] ?? 0) + node.data;
    }
    return text.padEnd(this.#length);
  }

  /** The text nodes starting at an offset, with their start offsets. */
  *from(offset: number): Generator<{ node: Text; start: number }> {
    for (let at = this.#indexAt(offset); at < this.#nodes.length; at++) {
      const node = this.#nodes[at];
      const start = this.#starts[at];
      if (node && start !== undefined) yield { node, start };
    }
  }

  /** Index of the last node that starts at or before the offset. */
  #indexAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }
}
