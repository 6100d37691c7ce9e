import type { TreeElement } from '../contract.ts';

/** A line break between two letters that are written without spaces (CSS Text 4, section 4.3.3). */
const cjkLineBreak =
  /(?<=[\u2E80-\u312F\u3190-\u9FFF\uF900-\uFAFF\uFF00-\uFF60])[ \t\r]*\n[ \t\r\n]*(?=[\u2E80-\u312F\u3190-\u9FFF\uF900-\uFAFF\uFF00-\uFF60])/g;

/**
 * Writes text into the tree, collapses white space and keeps count. Offsets are UTF-16 code units
 * of the text nodes written so far; ids and marks are noted where the next text will start.
 */
export class TextWriter {
  offset = 0;
  readonly ids = new Map<string, number>();
  readonly markerOffsets = new Map<string, number>();
  readonly #lines: string[] = [];
  /** Whether a space now would be the second, or the first of a line. */
  #atSpace = true;
  /** Element whose last text ends in a space that an edge may still take away. */
  #trailing: TreeElement | null = null;
  /** Ids and marks noted since the last text. */
  #recent: [Map<string, number>, string][] = [];

  write(parent: TreeElement, text: string, keepsWhiteSpace: boolean): void {
    const written = keepsWhiteSpace ? text : this.#collapse(text);
    if (written === '') return;
    const last = parent.at(-1);
    if (parent.length > 2 && typeof last === 'string') parent[parent.length - 1] = last + written;
    else parent.push(written);
    this.offset += written.length;
    this.#lines.push(written);
    this.#recent = [];
    this.#atSpace = !keepsWhiteSpace && written.endsWith(' ');
    this.#trailing = this.#atSpace ? parent : null;
  }

  /** Notes that an id starts here; the first of two wins. */
  recordOffset(map: Map<string, number>, name: string): void {
    if (map.has(name)) return;
    map.set(name, this.offset);
    this.#recent.push([map, name]);
  }

  /** The edge of a block: spaces before and after it are no text. */
  blockBoundary(): void {
    if (this.#trailing) this.#trim(this.#trailing);
    this.#trailing = null;
    this.#atSpace = true;
    this.#break('\n');
  }

  /** Something that stands in the line like a letter: a picture, a formula. */
  inlineObject(): void {
    this.#trailing = null;
    this.#atSpace = false;
    this.#break(' ');
  }

  /** Edge of a line inside a picture or formula, which must not reach out of it. */
  innerBoundary(): void {
    this.#trailing = null;
    this.#atSpace = true;
  }

  /** The text so far with a break at every edge of a block: what words are counted in. */
  plainText(): string {
    return this.#lines.join('');
  }

  #break(separator: string): void {
    const last = this.#lines.at(-1);
    if (last !== ' ' && last !== '\n') this.#lines.push(separator);
  }

  #collapse(text: string): string {
    const collapsed = text.replaceAll(cjkLineBreak, '').replaceAll(/[ \t\n\f\r]+/g, ' ');
    return this.#atSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
  }

  #trim(parent: TreeElement): void {
    const at = parent.findLastIndex((child, index) => index >= 2 && typeof child === 'string');
    const text = parent[at];
    if (typeof text !== 'string' || !text.endsWith(' ')) return;
    if (text === ' ') parent.splice(at, 1);
    else parent[at] = text.slice(0, -1);
    const before = this.offset;
    this.offset -= 1;
    for (const [map, name] of this.#recent) {
      if (map.get(name) === before) map.set(name, this.offset);
    }
  }
}
