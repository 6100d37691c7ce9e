import { fold } from '../../values/fold.ts';
import type { SectionText } from './section-text.ts';

/**
 * A section's searchable text, which is folded, without ruby text, and with collapsed white space.
 */
export interface FoldedText {
  text: string;
  /**
   * Converts the offset of a character in the folded text to its offset in the section, in UTF-16
   * code units.
   */
  sourceOffset(at: number): number;
  /** Memory used, in bytes. */
  sizeBytes: number;
}

/** Marks the end of a block. No query contains it, so matches never span blocks. */
const blockEnd = 0;
const space = 0x20;

/**
 * A letter with its combining marks, including the halfwidth marks of kana. The jamo of a Hangul
 * syllable form one letter. Limited to 100 of each because the regex engine stores backtracking
 * state for every character and would run out of memory on millions.
 */
const letter =
  /[\u1100-\u115f]{1,100}[\u1160-\u11a7]{0,100}[\u11a8-\u11ff]{0,100}\p{M}{0,100}|\P{M}[\p{M}\uff9e\uff9f]{0,100}|\p{M}{1,100}/uy;
const ignorable = /^\p{DI}+$/u;
const whiteSpace = /^\s/u;
const dash = /^\p{Pd}$/u;
const doubleQuote = /^[“”„‟«»″〝〞]$/u;

/** Folds a section as search does. Also unifies dashes and double quotes. */
export function foldSection({ text, breaks, rubyRanges }: SectionText): FoldedText {
  const folded = new Map<string, string>();
  const writer = new FoldedTextBuilder(text.length);
  let nextBreak = 0;
  let nextRuby = 0;
  let at = 0;
  while (at < text.length) {
    if (breaks[nextBreak] === at) {
      nextBreak += 1;
      writer.append(blockEnd, at);
      continue;
    }
    const skipped = rubyRanges[nextRuby];
    if (skipped?.[0] === at) {
      nextRuby += 1;
      at = skipped[1];
      while ((breaks[nextBreak] ?? Infinity) < at) nextBreak += 1;
      continue;
    }
    const code = text.charCodeAt(at);
    if (code > space && code < 0x7f && code !== 0x27 && code !== 0x60) {
      writer.append(code >= 0x41 && code <= 0x5a ? code + 0x20 : code, at);
      at += 1;
      continue;
    }
    const found = letterAt(text, at);
    const piece = folded.get(found) ?? foldLetter(found);
    folded.set(found, piece);
    if (piece !== ' ' || !writer.endsWithSpace) writer.appendAll(piece, at);
    at += found.length;
  }
  return writer.build();
}

/**
 * Folds a query as `foldSection` does. Returns an empty string if there is nothing to search for.
 */
export function foldQuery(query: string): string {
  return foldSection({ text: query, breaks: [], rubyRanges: [] }).text.trim();
}

/** Returns the letter at an offset with its combining marks. */
export function letterAt(text: string, at: number): string {
  letter.lastIndex = at;
  return letter.exec(text)?.[0] ?? text.charAt(at);
}

function foldLetter(text: string): string {
  if (whiteSpace.test(text)) return ' ';
  if (ignorable.test(text)) return '';
  if (dash.test(text)) return '-';
  if (doubleQuote.test(text)) return '"';
  return fold(text);
}

/**
 * Collects code units with their source offsets. Stores an entry only where the offsets diverge.
 */
class FoldedTextBuilder {
  #codes: Uint16Array;
  #length = 0;
  readonly #jumps: number[] = [];
  readonly #sources: number[] = [];
  #lastSource = -2;
  #highestCode = 0;

  constructor(expected: number) {
    this.#codes = new Uint16Array(expected + 16);
  }

  get endsWithSpace(): boolean {
    return this.#length > 0 && this.#codes[this.#length - 1] === space;
  }

  append(code: number, source: number): void {
    if (this.#length === this.#codes.length) {
      const larger = new Uint16Array(this.#codes.length * 2);
      larger.set(this.#codes);
      this.#codes = larger;
    }
    if (source !== this.#lastSource + 1) {
      this.#jumps.push(this.#length);
      this.#sources.push(source);
    }
    this.#codes[this.#length] = code;
    if (code > this.#highestCode) this.#highestCode = code;
    this.#length += 1;
    this.#lastSource = source;
  }

  appendAll(piece: string, source: number): void {
    for (let at = 0; at < piece.length; at += 1) this.append(piece.charCodeAt(at), source);
  }

  build(): FoldedText {
    const codes = this.#codes.subarray(0, this.#length);
    // A one-byte string takes half the memory of a two-byte string.
    const isNarrow = this.#highestCode < 0x100;
    const text = isNarrow
      ? Buffer.from(codes).toString('latin1')
      : Buffer.from(codes.buffer, 0, codes.byteLength).toString('utf16le');
    const jumps = Uint32Array.from(this.#jumps);
    const sources = Uint32Array.from(this.#sources);
    return {
      text,
      sizeBytes: this.#length * (isNarrow ? 1 : 2) + jumps.byteLength * 2,
      sourceOffset(at) {
        const jump = lastIndexUpTo(jumps, at);
        return (sources[jump] ?? 0) + at - (jumps[jump] ?? 0);
      },
    };
  }
}

/** Returns the index of the last entry in an ascending list that is not greater than `value`. */
function lastIndexUpTo(list: Uint32Array, value: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((list[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
