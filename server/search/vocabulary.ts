import { LRUCache } from 'lru-cache';
import { countBits } from './count-bits.ts';
import { ensureLength } from './ensure-length.ts';
import { editDistance } from './edit-distance.ts';
import { isArticle, isFunctionWord, isGenreWord } from './function-words.ts';
import { Postings } from './postings.ts';
import { RomanizedWords } from './romanized-words.ts';

/** A word that may have been meant. */
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

/** Limit on the similar words in all cached results: a few megabytes. */
const maxCachedSimilar = 100_000;

/** Number of unsorted words above which they are merged into the sorted list. */
const maxUnsorted = 512;

/** Numbers every word in the index and finds words by spelling, by prefix, or despite typos. */
export class Vocabulary {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  #lengths = new Uint8Array(0);
  #flags = new Uint8Array(0);
  #signatures = new Uint32Array(0);
  #firstLetters = new Uint16Array(0);
  #sorted = new Uint32Array(0);
  #unsorted: number[] = [];
  /** List numbers by letter pair, its position in the word, and the word's length. */
  readonly #lists = new Map<number, number>();
  readonly #wordsByPair = new Postings();
  readonly romanized = new RomanizedWords();
  #shared = new Uint8Array(1024);
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

  /** Whether readers often leave the word out of a title: function words and genres. */
  isMinor(word: number): boolean {
    return ((this.#flags[word] ?? 0) & (functionFlag | genreFlag)) !== 0;
  }

  /** Code of the word's first letter. */
  firstLetter(word: number): number {
    return this.#firstLetters[word] ?? 0;
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
    this.#signatures = ensureLength(this.#signatures, word + 1);
    this.#signatures[word] = signatureOf(spelling);
    this.#firstLetters = ensureLength(this.#firstLetters, word + 1);
    this.#firstLetters[word] = spelling.charCodeAt(0);
    this.#lengths[word] = spelling.length;
    this.#flags[word] =
      (isFunctionWord(spelling) ? functionFlag : 0) |
      (isArticle(spelling) ? articleFlag : 0) |
      (isGenreWord(spelling) ? genreFlag : 0);
    this.#numbers.set(spelling, word);
    this.#unsorted.push(word);
    this.romanized.add(word, spelling);
    if (allowsTypos(spelling)) {
      for (const [position, pair] of letterPairs(spelling).entries()) {
        const key = listKey(pair, position, spelling.length);
        let list = this.#lists.get(key);
        if (list === undefined) {
          list = this.#lists.size;
          this.#lists.set(key, list);
        }
        this.#wordsByPair.push(list, word);
      }
    }
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
   * Returns the words within the typo tolerance of the typed word, excluding the word itself. Short words and
   * words that are not complete resemble many others, but rarely from the first letter.
   *
   * @param isBeginning - Whether the typed word may be incomplete.
   */
  findSimilar(typed: string, tolerance: TypoTolerance, isBeginning: boolean): SimilarWord[] {
    if (!allowsTypos(typed)) return [];
    const allowed = allowedTypos[tolerance];
    const key = `${tolerance} ${isBeginning} ${typed}`;
    const cached = this.#similar.get(key);
    if (cached) return cached;
    // A missing letter must not reduce the number of typos allowed.
    const isByTyped = isBeginning || tolerance === 'careful';
    const limitOf = (length: number) =>
      allowed(isByTyped ? typed.length : Math.max(typed.length, length));
    const found: SimilarWord[] = [];
    for (const word of this.#candidates(typed, limitOf, isBeginning)) {
      const spelling = this.spelling(word);
      const limit = limitOf(spelling.length);
      const typos = spelling === typed ? 0 : editDistance(typed, spelling, limit, isBeginning);
      if (typos > 0 && typos <= limit) found.push({ word, typos });
    }
    this.#similar.set(key, found);
    return found;
  }

  /**
   * Returns words that share enough letter pairs to be within the number of typos allowed for their
   * length. Checks only the rarest pairs, because a word with none of them has too few pairs in
   * common.
   */
  #candidates(typed: string, limitOf: (length: number) => number, isBeginning: boolean): number[] {
    const keepsFirst = isBeginning || typed.length < lengthOfSureTypos;
    const firstLetter = typed.charCodeAt(0);
    const firstLetters = this.#firstLetters;
    const longest = isBeginning ? maxWordLength : typed.length + maxTypos;
    const most = limitOf(longest);
    if (most === 0) return [];
    const pairs = letterPairs(typed);
    if (isBeginning) pairs.pop();
    const shortest = Math.max(1, typed.length - most);
    const rarest = pairs
      .map((pair, place) => this.#listsOf(pair, place, most, shortest, longest))
      .sort((a, b) => a.words - b.words)
      .slice(0, pairsPerTypo * most + extraPairs);
    if (this.#shared.length < this.size) this.#shared = new Uint8Array(this.size * 2);
    const shared = this.#shared;
    const touched: number[] = [];
    for (const list of rarest.flatMap(({ lists }) => lists)) {
      this.#wordsByPair.slices(list, (cells, from, to) => {
        for (let at = from; at < to; at += 1) {
          const word = cells[at] ?? 0;
          if (keepsFirst && firstLetters[word] !== firstLetter) continue;
          const count = shared[word] ?? 0;
          shared[word] = count + 1;
          if (count === 0) touched.push(word);
        }
      });
    }
    const [signatures, lengths] = [this.#signatures, this.#lengths];
    const signature = signatureOf(typed);
    const fewest = rarest.length - pairsPerTypo * most;
    return touched.filter((word) => {
      const count = shared[word] ?? 0;
      shared[word] = 0;
      // Most words are rejected here.
      if (count < fewest) return false;
      const length = lengths[word] ?? 0;
      const limit = limitOf(length);
      const missing = signature & ~(signatures[word] ?? 0);
      const added = isBeginning ? 0 : (signatures[word] ?? 0) & ~signature;
      return (
        limit > 0 &&
        countBits(missing) <= limit &&
        countBits(added) <= limit &&
        count >= rarest.length - pairsPerTypo * limit &&
        length >= typed.length - limit &&
        (isBeginning || length <= typed.length + limit)
      );
    });
  }

  /**
   * Returns the lists of words with these lengths that have a pair near a position, and their total
   * number of words. Every typo shifts the following letters by at most one position.
   */
  #listsOf(pair: number, position: number, typos: number, shortest: number, longest: number) {
    const lists: number[] = [];
    let words = 0;
    for (let length = shortest; length <= longest; length += 1) {
      const last = Math.min(position + typos, length);
      for (let at = Math.max(0, position - typos); at <= last; at += 1) {
        const list = this.#lists.get(listKey(pair, at, length));
        if (list === undefined) continue;
        lists.push(list);
        words += this.#wordsByPair.lengthOf(list);
      }
    }
    return { lists, words };
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

/** A typo changes two letter pairs in a word. A transposition changes three. */
const pairsPerTypo = 3;
/** Additional pairs, which reduce the number of words compared letter by letter. */
const extraPairs = 2;
const maxTypos = 2;
/** Typos of shorter words have the same first letter. */
const lengthOfSureTypos = 6;
/** Same limit as in `tokenize`. */
const maxWordLength = 60;

/** The letters of a word as 32 bits. A typo adds and removes at most one letter. */
function signatureOf(spelling: string): number {
  let bits = 0;
  for (let at = 0; at < spelling.length; at += 1) bits |= 1 << (spelling.charCodeAt(at) & 31);
  return bits;
}

function listKey(pair: number, position: number, length: number): number {
  return (pair * 64 + position) * 64 + length;
}

/** Excludes numbers and words in scripts in which every character is a word or a syllable. */
function allowsTypos(spelling: string): boolean {
  return spelling.length > 3 && typoTolerantScripts.test(spelling);
}

const typoTolerantScripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Armenian}\p{Script=Georgian}]+$/u;

/** Returns the pairs of adjacent letters, including the edges of the word. */
function letterPairs(spelling: string): number[] {
  const pairs: number[] = [];
  let last = 0;
  for (let at = 0; at <= spelling.length; at += 1) {
    const letter = at < spelling.length ? spelling.charCodeAt(at) : 0;
    pairs.push(last * 0x10000 + letter);
    last = letter;
  }
  return pairs;
}
