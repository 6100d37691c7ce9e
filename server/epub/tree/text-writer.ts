import type { TreeElement } from '../contract.ts';

/**
 * A line break between two characters of scripts without word spaces (CSS Text 4, section 4.3.3).
 */
const cjkLineBreak =
  /(?<=[\u2E80-\u312F\u3190-\u9FFF\uF900-\uFAFF\uFF00-\uFF60])[ \t\r]*\n[ \t\r\n]*(?=[\u2E80-\u312F\u3190-\u9FFF\uF900-\uFAFF\uFF00-\uFF60])/g;

/**
 * Writes text into the tree, collapses white space, and tracks offsets, which count the UTF-16 code
 * units of the text nodes written so far. Ids and markers are recorded at the offset of the next
 * text.
 */
export class TextWriter {
  offset = 0;
  readonly ids = new Map<string, number>();
  readonly markerOffsets = new Map<string, number>();
  readonly #lines: string[] = [];
  /** Whether a space at this point would collapse. */
  #atSpace = true;
  /** Element whose last text ends in a space that a block boundary would remove. */
  #trailing: TreeElement | null = null;
  /** Ids and markers recorded since the last text. */
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

  /** Records the offset of an id or marker. The first of several equal names takes precedence. */
  recordOffset(map: Map<string, number>, name: string): void {
    if (map.has(name)) return;
    map.set(name, this.offset);
    this.#recent.push([map, name]);
  }

  /** Marks a block boundary. White space before and after it is not text. */
  blockBoundary(): void {
    if (this.#trailing) this.#trim(this.#trailing);
    this.#trailing = null;
    this.#atSpace = true;
    this.#break('\n');
  }

  /** Marks an inline object, such as an image or formula, which is treated like a character. */
  inlineObject(): void {
    this.#trailing = null;
    this.#atSpace = false;
    this.#break(' ');
  }

  /** Marks a boundary inside an SVG or formula, which must not affect the text around it. */
  innerBoundary(): void {
    this.#trailing = null;
    this.#atSpace = true;
  }

  /** The text so far, with a break at every block boundary. Used to count words. */
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
