import { countBits, ensureLength } from './number-arrays.ts';
import { isInitial, maxTerms, qualities, type Term } from './term.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The match between a query and a title or a name. Values are 0–1. */
export interface TextMatch {
  /** Share of its words that were typed, by match quality. */
  coverage: number;
  /** Share of its words that were typed, with or without typos. */
  reach: number;
  /** Share of the query for which it accounts. */
  share: number;
  /** Share of the typed words that are adjacent in it. */
  order: number;
  /** Bits of the terms that it matches. */
  bits: number;
}

/** Shorter prefixes in the middle of a query do not match words. */
const shortestForm = 3;
/** Weight of a prefix in the middle of a query, relative to one at its end. */
const shortFormShare = 0.9;

/**
 * The typed words of the current query by index word. To match a title or name, look up each of its
 * words with `read`, which collects the matches.
 */
export class TypedWords {
  readonly #vocabulary: Vocabulary;
  /** By word: number of its first match, from 1, or zero for words that were not typed. */
  #slots = new Uint32Array(0);
  #words: number[] = [];
  /** By number of the match, from 1. */
  #terms = new Uint8Array(64);
  #qualities = new Float64Array(64);
  #whole = new Uint8Array(64);
  #nexts = new Uint32Array(64);
  terms: Term[] = [];
  /** Sum of the weights of all terms. */
  total = 1;
  /** By term: greatest quality of a match. */
  readonly best = new Float64Array(maxTerms);
  /** Greatest quality of the last word's match, or zero if it was not typed. */
  quality = 0;
  /** Whether the last word read was typed completely, with or without typos. */
  isWhole = false;
  /** Term of the last word read, preferably the one that follows `after`. -2 if there is none. */
  term = -2;
  /** Terms of all words read since `reset`, as bits. */
  bits = 0;
  /** Terms that are initials, by code of the letter. */
  #initials = new Map<number, number>();

  #hasShortForms = false;
  /** Whether the last term may be the beginning of any word, such as “p” in “war and p”. */
  hasUnfinished = false;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Sets the typed words. */
  begin(terms: Term[], hasShortForms: boolean): void {
    this.#hasShortForms = hasShortForms && terms.length > 1;
    const last = terms.at(-1);
    this.hasUnfinished = terms.length > 1 && last?.isPrefix === true && !last.isContent;
    for (const word of this.#words) this.#slots[word] = 0;
    this.#slots = ensureLength(this.#slots, this.#vocabulary.size);
    this.#words = [];
    this.terms = terms;
    this.total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
    this.#initials = new Map();
    terms.forEach(({ typed, variants }, term) => {
      if (isInitial(typed)) this.#initials.set(typed.charCodeAt(0), term);
      for (const { word, withWord, quality, kind } of variants) {
        this.#add(word, term, quality, kind !== 'prefix');
        if (withWord !== undefined) this.#add(withWord, term, quality, true);
      }
    });
  }

  #add(word: number, term: number, quality: number, isWhole: boolean): void {
    this.#words.push(word);
    const match = this.#words.length;
    this.#terms = ensureLength(this.#terms, match + 1);
    this.#qualities = ensureLength(this.#qualities, match + 1);
    this.#whole = ensureLength(this.#whole, match + 1);
    this.#nexts = ensureLength(this.#nexts, match + 1);
    this.#terms[match] = term;
    this.#qualities[match] = quality;
    this.#whole[match] = isWhole ? 1 : 0;
    this.#nexts[match] = this.#slots[word] ?? 0;
    this.#slots[word] = match;
  }

  /** Starts a new title or name. */
  reset(): void {
    for (let term = 0; term < this.terms.length; term += 1) this.best[term] = 0;
    this.bits = 0;
  }

  /** Whether a word of a name was typed, or its initial. */
  has(word: number): boolean {
    if ((this.#slots[word] ?? 0) > 0) return true;
    return this.#initials.size > 0 && this.#initials.has(this.#vocabulary.firstLetter(word));
  }

  /** Looks up a word of a title or name. @param after - Term of the preceding word. */
  read(word: number, after: number): void {
    this.quality = 0;
    this.isWhole = false;
    this.term = -2;
    for (let match = this.#slots[word] ?? 0; match > 0; match = this.#nexts[match] ?? 0) {
      const term = this.#terms[match] ?? 0;
      const quality = this.#qualities[match] ?? 0;
      this.bits |= 1 << term;
      if (quality > (this.best[term] ?? 0)) this.best[term] = quality;
      if (quality > this.quality) this.quality = quality;
      if (this.#whole[match] === 1) this.isWhole = true;
      if (this.term < 0 || term === after + 1) this.term = term;
    }
  }

  /** Reads the word as a name whose initial was typed. */
  readInitial(word: number, quality: number): void {
    if (this.#initials.size === 0) return;
    const term = this.#initials.get(this.#vocabulary.firstLetter(word));
    if (term === undefined) return;
    this.bits |= 1 << term;
    this.best[term] = Math.max(this.best[term] ?? 0, quality);
    this.quality = quality;
    this.isWhole = true;
  }

  /**
   * Reads a word whose prefix was typed after the preceding word, as in “les mis”, or at the end of
   * the query, as in “war and p”.
   */
  readShort(word: number, after: number): void {
    if (after < 0) return;
    const last = this.terms.length - 1;
    const isNext = this.#hasShortForms && this.#startsWith(word, after + 1, shortestForm);
    if (isNext) this.#readPrefix(after + 1);
    else if (this.hasUnfinished && this.#startsWith(word, last, 1)) this.#readPrefix(last);
  }

  #startsWith(word: number, term: number, shortest: number): boolean {
    const typed = this.terms[term]?.typed ?? '';
    return typed.length >= shortest && this.#vocabulary.spelling(word).startsWith(typed);
  }

  #readPrefix(term: number): void {
    this.quality = qualities.prefix * shortFormShare;
    this.term = term;
    this.bits |= 1 << term;
    this.best[term] = Math.max(this.best[term] ?? 0, this.quality);
  }

  /** Returns the share of the query covered by the words read since `reset`, by match quality. */
  share(): number {
    let sum = 0;
    for (let term = 0; term < this.terms.length; term += 1) {
      const best = this.best[term] ?? 0;
      if (best > 0) sum += best * (this.terms[term]?.weight ?? 0);
    }
    return Math.min(1, sum / this.total);
  }

  /** Returns the share of the query that these terms make up. */
  shareOf(bits: number): number {
    let sum = 0;
    for (let term = 0; term < this.terms.length; term += 1) {
      if (bits & (1 << term)) sum += this.terms[term]?.weight ?? 0;
    }
    return sum / this.total;
  }

  /** Whether the terms with these bits include every content word. */
  hasContent(bits: number): boolean {
    for (let term = 0; term < this.terms.length; term += 1) {
      if (this.terms[term]?.isContent && (bits & (1 << term)) === 0) return false;
    }
    return true;
  }

  /** Whether the terms with these bits include a content word. */
  hasAnyContent(bits: number): boolean {
    return this.terms.some(({ isContent }, term) => isContent && (bits & (1 << term)) !== 0);
  }

  /** Whether the terms of a match, at least one of them a content word, follow each other in it. */
  isPhrase({ bits, order }: TextMatch): boolean {
    const pairs = Math.round(order * (this.terms.length - 1));
    return this.hasAnyContent(bits) && pairs >= countBits(bits) - 1;
  }

  /** Returns the share of adjacent terms that are also adjacent words in `pairs`. */
  orderOf(pairs: number): number {
    const { length } = this.terms;
    return length > 1 ? Math.min(1, pairs / (length - 1)) : 0;
  }
}
