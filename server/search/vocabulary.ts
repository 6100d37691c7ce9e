import { LRUCache } from 'lru-cache';
import { ensureLength } from './number-arrays.ts';
import { editDistance } from './edit-distance.ts';
import { isArticle, isFunctionWord, isGenreWord } from './function-words.ts';
import { TypoIndex } from './typo-index.ts';
import { SoundIndex } from './sound-index.ts';

/** A possibly intended word. */
export interface SimilarWord {
  word: number;
  typos: number;
}

/**
 * How many typos are allowed. `careful` depends on the length of the typed word. `usual`, for
 * queries without exact matches, depends on the length of the longer word. `generous` allows more
 * typos to find a suggestion.
 */
export type TypoTolerance = keyof typeof allowedTypos;

/** Number of typos allowed in a word, by its length. */
const usualTypos = (length: number): number => (length < 4 ? 0 : length < 9 ? 1 : 2);
const allowedTypos = {
  careful: usualTypos,
  usual: usualTypos,
  generous: (length: number) => (length < 4 ? 0 : length < 7 ? 1 : 2),
};

const functionFlag = 1;
const articleFlag = 2;
const genreFlag = 4;

/** Maximum number of similar words in all cached results, which take a few megabytes. */
const maxCachedSimilar = 100_000;

/** Number of unsorted words above which they are merged into the sorted list. */
const maxUnsorted = 512;

/** Numbers every word in the index and finds words by spelling, by prefix, or despite typos. */
export class Vocabulary {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  #lengths = new Uint8Array(0);
  #flags = new Uint8Array(0);
  #sorted = new Uint32Array(0);
  #unsorted: number[] = [];
  readonly #typos = new TypoIndex();
  readonly sounds = new SoundIndex();
  readonly #similar = new LRUCache<string, SimilarWord[]>({
    max: 2000,
    maxSize: maxCachedSimilar,
    sizeCalculation: (found) => 1 + found.length,
  });

  get size(): number {
    return this.#words.length;
  }

  /** In UTF-16 code units. */
  lengthOf(word: number): number {
    return this.#lengths[word] ?? 1;
  }

  /** Whether the word is a function word; see `isFunctionWord`. */
  isFunction(word: number): boolean {
    return ((this.#flags[word] ?? 0) & functionFlag) !== 0;
  }

  /** Whether readers often omit the word from a title: function words and genres. */
  isMinor(word: number): boolean {
    return ((this.#flags[word] ?? 0) & (functionFlag | genreFlag)) !== 0;
  }

  /** Code of the word's first letter. */
  firstLetter(word: number): number {
    return this.#words[word]?.charCodeAt(0) ?? 0;
  }

  isArticle(word: number): boolean {
    return ((this.#flags[word] ?? 0) & articleFlag) !== 0;
  }

  spelling(word: number): string {
    return this.#words[word] ?? '';
  }

  numberOf(spelling: string): number | undefined {
    return this.#numbers.get(spelling);
  }

  /** Returns the word's number, which is assigned on first use. */
  add(spelling: string): number {
    const known = this.#numbers.get(spelling);
    if (known !== undefined) return known;
    const word = this.#words.length;
    this.#words.push(spelling);
    this.#lengths = ensureLength(this.#lengths, word + 1);
    this.#flags = ensureLength(this.#flags, word + 1);
    this.#lengths[word] = spelling.length;
    this.#flags[word] =
      (isFunctionWord(spelling) ? functionFlag : 0) |
      (isArticle(spelling) ? articleFlag : 0) |
      (isGenreWord(spelling) ? genreFlag : 0);
    this.#numbers.set(spelling, word);
    this.#unsorted.push(word);
    this.sounds.add(word, spelling);
    this.#typos.add(word, spelling);
    if (this.#similar.size > 0) this.#similar.clear();
    return word;
  }

  /** Returns the words that start with the prefix, including the prefix itself. */
  withPrefix(prefix: string): number[] {
    if (this.#unsorted.length > maxUnsorted) this.#sort();
    const end = this.#firstFrom(`${prefix}\uffff`);
    const found = [...this.#sorted.subarray(this.#firstFrom(prefix), end)];
    for (const word of this.#unsorted) {
      if (this.#words[word]?.startsWith(prefix)) found.push(word);
    }
    return found;
  }

  /**
   * Returns the words within the typo tolerance of the typed word, excluding the word itself. Short
   * and incomplete words resemble many others, but rarely have typos in the first letter.
   *
   * @param isBeginning - Whether the typed word may be incomplete.
   */
  findSimilar(typed: string, tolerance: TypoTolerance, isBeginning: boolean): SimilarWord[] {
    const allowed = allowedTypos[tolerance];
    const key = `${tolerance} ${isBeginning} ${typed}`;
    const cached = this.#similar.get(key);
    if (cached) return cached;
    // A missing letter must not reduce the number of typos allowed.
    const isByTyped = isBeginning || tolerance === 'careful';
    const limitOf = (length: number) =>
      allowed(isByTyped ? typed.length : Math.max(typed.length, length));
    const found: SimilarWord[] = [];
    this.#typos.visit(typed, limitOf, isBeginning, (word, limit) => {
      const spelling = this.spelling(word);
      const typos = spelling === typed ? 0 : editDistance(typed, spelling, limit, isBeginning);
      if (typos > 0 && typos <= limit) found.push({ word, typos });
    });
    this.#similar.set(key, found);
    return found;
  }

  /**
   * Returns the words that sound like the typed word and have a similar spelling, excluding the
   * word itself.
   */
  findAlike(typed: string): number[] {
    const limit = typed.length < 5 ? 2 : 3;
    return this.sounds.soundingLike(typed).filter((word) => {
      const spelling = this.spelling(word);
      return spelling !== typed && editDistance(typed, spelling, limit, false) <= limit;
    });
  }

  #firstFrom(prefix: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#words[this.#sorted[middle] ?? 0] ?? '') < prefix) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Merges the unsorted words into the sorted ones. */
  #sort(): void {
    const fresh = this.#unsorted.sort((a, b) => (this.spelling(a) < this.spelling(b) ? -1 : 1));
    const old = this.#sorted;
    const merged = new Uint32Array(old.length + fresh.length);
    let left = 0;
    let right = 0;
    for (let at = 0; at < merged.length; at += 1) {
      const a = old[left];
      const b = fresh[right];
      const isOld = a !== undefined && (b === undefined || this.spelling(a) < this.spelling(b));
      merged[at] = (isOld ? a : b) ?? 0;
      if (isOld) left += 1;
      else right += 1;
    }
    this.#sorted = merged;
    this.#unsorted = [];
  }
}
