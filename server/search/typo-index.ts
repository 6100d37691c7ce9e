import { countBits, ensureLength } from './number-arrays.ts';
import { Postings } from './postings.ts';

/** Maximum number of typos in a word. */
const maxTypos = 2;
/** The same limit as in `tokenize`. */
const maxWordLength = 60;
/** Typos of shorter words have the same first letter. */
const lengthOfSureTypos = 6;

/**
 * Finds words that may be within a number of typos, by letter pairs. If the typed word is split
 * into k + 1 parts, k typos leave at least one part unchanged. One letter between two parts belongs
 * to neither, because a transposition changes two adjacent letters. Therefore, only words that
 * contain the rarest pair of one of the parts can match.
 */
export class TypoIndex {
  /** List numbers by letter pair, its position in the word, and the word's length. */
  readonly #lists = new Map<number, number>();
  readonly #wordsByPair = new Postings();
  #signatures = new Uint32Array(0);
  #firstLetters = new Uint16Array(0);
  /** By word: number of the last call of `visit` that read it. */
  #visits = new Uint32Array(0);
  #calls = 0;

  /** Adds a word, unless its script or its length allows no typos. */
  add(word: number, spelling: string): void {
    if (!allowsTypos(spelling)) return;
    this.#signatures = ensureLength(this.#signatures, word + 1);
    this.#signatures[word] = signatureOf(spelling);
    this.#firstLetters = ensureLength(this.#firstLetters, word + 1);
    this.#firstLetters[word] = spelling.charCodeAt(0);
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

  /**
   * Visits every word within the typo limit, and some others. Compares short words and prefixes
   * only with words that have the same first letter.
   *
   * @param limitOf - Number of typos allowed in words of this length.
   * @param isBeginning - Whether the typed word may be incomplete.
   */
  visit(
    typed: string,
    limitOf: (length: number) => number,
    isBeginning: boolean,
    visit: (word: number, limit: number) => void,
  ): void {
    if (!allowsTypos(typed)) return;
    this.#visits = ensureLength(this.#visits, this.#signatures.length);
    this.#calls += 1;
    const pairs = letterPairs(typed);
    const longest = isBeginning ? maxWordLength : typed.length + maxTypos;
    /** Positions of the pair to look up in each part, by number of typos. */
    const rarest = new Map<number, Lookup[]>();
    for (let length = Math.max(1, typed.length - maxTypos); length <= longest; length += 1) {
      const limit = limitOf(length);
      const isTooLong = !isBeginning && length > typed.length + limit;
      if (limit === 0 || length < typed.length - limit || isTooLong) continue;
      let lookups = rarest.get(limit);
      if (!lookups) {
        lookups = this.#lookups(typed, pairs, limit, isBeginning);
        rarest.set(limit, lookups);
      }
      for (const list of this.#shortestLists(typed, pairs, length, lookups, isBeginning)) {
        this.#read(list, typed, limit, isBeginning, visit);
      }
    }
  }

  /** Returns the lists that contain every possible match of this length. */
  #shortestLists(
    typed: string,
    pairs: number[],
    length: number,
    lookups: Lookup[],
    isBeginning: boolean,
  ): number[] {
    const found: number[] = [];
    let words = 0;
    for (const { position, from, to } of lookups) {
      const pair = pairs[position] ?? 0;
      // The last part moves with the end of the word.
      const isAtEnd = from === Infinity;
      const first = isAtEnd ? position + length - typed.length : Math.max(0, position + from);
      const last = isAtEnd ? first : Math.min(position + to, length);
      for (let at = first; at <= last; at += 1) {
        const list = this.#lists.get(listKey(pair, at, length));
        if (list === undefined) continue;
        found.push(list);
        words += this.#wordsByPair.lengthOf(list);
      }
    }
    if (!keepsFirstLetter(typed, isBeginning)) return found;
    // The first pair consists of the word's edge and its first letter.
    const sameFirst = this.#lists.get(listKey(pairs[0] ?? 0, 0, length));
    if (sameFirst === undefined) return [];
    return this.#wordsByPair.lengthOf(sameFirst) < words ? [sameFirst] : found;
  }

  #read(
    list: number,
    typed: string,
    limit: number,
    isBeginning: boolean,
    visit: (word: number, limit: number) => void,
  ): void {
    const [signatures, firstLetters, visits, call] = [
      this.#signatures,
      this.#firstLetters,
      this.#visits,
      this.#calls,
    ];
    const signature = signatureOf(typed);
    const firstLetter = typed.charCodeAt(0);
    const keepsFirst = keepsFirstLetter(typed, isBeginning);
    this.#wordsByPair.slices(list, (cells, from, to) => {
      for (let at = from; at < to; at += 1) {
        const word = cells[at] ?? 0;
        if (keepsFirst && firstLetters[word] !== firstLetter) continue;
        const own = signatures[word] ?? 0;
        // Most words are rejected here.
        if (countBits(signature & ~own) > limit) continue;
        if (!isBeginning && countBits(own & ~signature) > limit) continue;
        if (visits[word] === call) continue;
        visits[word] = call;
        visit(word, limit);
      }
    });
  }

  /** Returns the rarest pair of each part. */
  #lookups(typed: string, pairs: number[], typos: number, isBeginning: boolean): Lookup[] {
    return partsOf(typed.length, typos).map(({ start, end, isFirst, isLast }) => {
      // Pair i consists of the letters i - 1 and i. The edges of the word belong to its outer
      // parts.
      const first = isFirst ? 0 : start + 1;
      const last = isLast && !isBeginning ? typed.length : end - 1;
      const shift = isFirst ? 0 : isLast ? typos : 1;
      const isAtEnd = isLast && !isBeginning;
      let best: Lookup = { position: first, from: -shift, to: shift };
      let fewest = Infinity;
      for (let position = first; position <= last; position += 1) {
        const words = this.#frequency(pairs[position] ?? 0, position, typed.length);
        if (words >= fewest) continue;
        fewest = words;
        best = isAtEnd
          ? { position, from: Infinity, to: Infinity }
          : { position, from: -shift, to: shift };
      }
      return best;
    });
  }

  /** Returns the number of words of a similar length that have the pair at this position. */
  #frequency(pair: number, position: number, length: number): number {
    let words = 0;
    for (let one = Math.max(1, length - 1); one <= length + 1; one += 1) {
      const list = this.#lists.get(listKey(pair, position, one));
      if (list !== undefined) words += this.#wordsByPair.lengthOf(list);
    }
    return words;
  }
}

/** Whether only words with the same first letter can match. */
export function keepsFirstLetter(typed: string, isBeginning: boolean): boolean {
  return isBeginning || typed.length < lengthOfSureTypos;
}

/**
 * A pair in the typed word, and the distance by which it may have moved. `Infinity` for pairs that
 * move with the end.
 */
interface Lookup {
  position: number;
  from: number;
  to: number;
}

interface Part {
  /** Letters of the part; `end` is exclusive. */
  start: number;
  end: number;
  isFirst: boolean;
  isLast: boolean;
}

/**
 * Splits a word into parts separated by one letter. A given number of typos leaves at least one
 * part unchanged.
 */
function partsOf(length: number, typos: number): Part[] {
  const outer = Math.max(1, Math.floor((length - typos) / (typos + 1)));
  if (typos === 1) {
    return [
      { start: 0, end: outer, isFirst: true, isLast: false },
      { start: outer + 1, end: length, isFirst: false, isLast: true },
    ];
  }
  return [
    { start: 0, end: outer, isFirst: true, isLast: false },
    { start: outer + 1, end: length - outer - 1, isFirst: false, isLast: false },
    { start: length - outer, end: length, isFirst: false, isLast: true },
  ];
}

/** Returns the letters of a word as 32 bits. A typo adds and removes at most one letter. */
function signatureOf(spelling: string): number {
  let bits = 0;
  for (let at = 0; at < spelling.length; at += 1) bits |= 1 << (spelling.charCodeAt(at) & 31);
  return bits;
}

function listKey(pair: number, position: number, length: number): number {
  return (pair * 64 + position) * 64 + length;
}

/** Excludes numbers and words in scripts in which every character is a word or a syllable. */
export function allowsTypos(spelling: string): boolean {
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
