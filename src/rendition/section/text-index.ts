/**
 * Consecutive text of a node: all of it, or the part between two soft hyphens that the reader
 * inserted.
 */
export interface TextRun {
  node: Text;
  /** Text offset of its first character. */
  start: number;
  /** Indexes in the node's data at which it starts and ends. */
  from: number;
  to: number;
}

/**
 * A section's text by text offset. Offsets count UTF-16 code units of the section's tree, including
 * text that was omitted from the document, without soft hyphens that the reader inserted.
 */
export class TextIndex {
  /** In the order of the text, without gaps except for text that is not in the document. */
  runs: TextRun[] = [];
  #length = 0;

  /** Length of the whole tree's text in code units. */
  get length(): number {
    return this.#length;
  }

  add(node: Text): void {
    this.runs.push({ node, start: this.#length, from: 0, to: node.length });
    this.#length += node.length;
  }

  /** Counts text that is not in the document. */
  skip(units: number): void {
    this.#length += units;
  }

  /** The text that starts at an offset, at most the given number of code units. */
  slice(offset: number, units: number): string {
    let text = '';
    for (const { node, start, from, to } of this.from(offset)) {
      if (text.length >= units) break;
      text += node.data.slice(from + Math.max(0, offset - start), to);
    }
    return text.slice(0, units);
  }

  /**
   * The whole text with spaces in place of text that is not in the document, which keeps offsets
   * unchanged.
   */
  text(): string {
    let text = '';
    for (const { node, start, from, to } of this.runs) {
      text = text.padEnd(start) + node.data.slice(from, to);
    }
    return text.padEnd(this.#length);
  }

  /** The runs from the one that contains an offset. */
  *from(offset: number): Generator<TextRun> {
    const { runs } = this;
    // Find the last run that starts at or before the offset.
    let low = 0;
    let high = runs.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((runs[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    for (let run = runs[low]; run; run = runs[++low]) yield run;
  }
}
