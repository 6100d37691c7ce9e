import { ensureLength } from './number-arrays.ts';
import { tokenize } from './tokenize.ts';

/** A contributor's name, with the part by which catalogs sort it. */
export interface IndexedName {
  /** “Jane Austen” or “Austen, Jane”. */
  name: string;
  /**
   * “Austen”, or null if unknown. In that case, the words before a comma or the last word are used.
   */
  surname: string | null;
}

const aliasBit = 2 ** 31;

/** A name's number, marked as an alternative name of a contributor. */
export function asAlias(name: number): number {
  return name + aliasBit;
}

/** Whether a book's name is an alternative name of a contributor. */
export function isAlias(name: number): boolean {
  return name >= aliasBit;
}

/** The number of a book's name, regardless of its kind. */
export function numberOfName(name: number): number {
  return isAlias(name) ? name - aliasBit : name;
}

/** Assigns numbers to contributors' names and keeps their words in order. */
export class NameTable {
  readonly #numbers = new Map<string, number>();
  #words = new Uint32Array(0);
  #starts = new Uint32Array(1);
  /** Bits of the words that belong to the surname, by name. */
  #surnames = new Uint32Array(0);

  get size(): number {
    return this.#numbers.size;
  }

  /** The name's number, assigned on first use. */
  add({ name, surname }: IndexedName, wordOf: (word: string) => number): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(name, number);
    const tokens = tokenize(name).filter(({ kind }) => kind === 'word');
    const start = this.#starts[number] ?? 0;
    this.#words = ensureLength(this.#words, start + tokens.length);
    this.#starts = ensureLength(this.#starts, number + 2);
    this.#surnames = ensureLength(this.#surnames, number + 1);
    this.#words.set(
      tokens.map(({ word }) => wordOf(word)),
      start,
    );
    this.#starts[number + 1] = start + tokens.length;
    this.#surnames[number] = surnameBits(name, surname, tokens);
    return number;
  }

  get words(): Uint32Array {
    return this.#words;
  }

  /** Range of the name's words in `words`. */
  startOf(name: number): number {
    return this.#starts[name] ?? 0;
  }

  endOf(name: number): number {
    return this.#starts[name + 1] ?? 0;
  }

  /** Bits of the words that belong to the surname. The lowest bit is the first word. */
  surnameOf(name: number): number {
    return this.#surnames[name] ?? 0;
  }
}

/** Names in scripts without spaces have no separate surname, so every pair of characters counts. */
const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const maxBits = 31;

function surnameBits(
  name: string,
  surname: string | null,
  tokens: { word: string; start: number }[],
): number {
  if (spaceless.test(name)) return 2 ** Math.min(tokens.length, maxBits) - 1;
  const comma = name.indexOf(',');
  let words: Set<string>;
  if (surname !== null) {
    words = new Set(tokenize(surname).map(({ word }) => word));
  } else if (comma > 0) {
    words = new Set(tokens.filter(({ start }) => start < comma).map(({ word }) => word));
  } else {
    words = new Set([tokens.at(-1)?.word ?? '']);
  }
  let bits = 0;
  tokens.slice(0, maxBits).forEach(({ word }, at) => {
    if (words.has(word)) bits |= 1 << at;
  });
  return bits >>> 0;
}
