import { isIndexOnly } from './book-words.ts';
import type { DocumentTable } from './document-table.ts';
import { ensureLength, nextFrom } from './number-arrays.ts';
import type { Postings } from './postings.ts';
import {
  completion,
  enoughWeight,
  fieldBits,
  fieldMask,
  fieldWeights,
  rounding,
  searchFields,
  type Term,
  type Variant,
} from './term.ts';
import { TermPostings } from './term-postings.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Rows that match enough of a query's terms. The next search overwrites them. */
export interface Candidates {
  rows: Uint32Array;
  /** Number of all such rows, including those that `rows` lacks because they were not read. */
  count: number;
  /** By row: bits of the matched terms, including those with typos. */
  matched: Uint32Array;
  /** By row: bits of the terms matched without typos. */
  matchedExactly: Uint32Array;
  /** By row: sum of the weights of its terms, each multiplied by match quality and field. */
  scores: Float32Array;
  /** By row: bits of the fields in which content words matched. */
  fields: Uint8Array;
  /** By row: matched title words in quarters, at most 255; see `DocumentFacts.titleShare`. */
  titleShares: Uint8Array;
}

/**
 * Collects the rows that match a minimum of a query's terms. Processes rare terms first, which add
 * rows. As soon as the remaining terms alone cannot reach the minimum, they only increase the
 * scores of rows already added. Frequent words therefore cost little. Not reentrant because all
 * queries share its columns.
 */
export class CandidateFinder {
  readonly #postings: TermPostings;
  readonly #documents: DocumentTable;
  readonly #vocabulary: Vocabulary;
  #matched = new Uint32Array(0);
  #matchedExactly = new Uint32Array(0);
  #scores = new Float32Array(0);
  #fields = new Uint8Array(0);
  #titleShares = new Uint8Array(0);
  #termScores = new Float32Array(0);
  #rows = new Uint32Array(0);
  #kept = new Uint32Array(0);
  #count = 0;
  /** Bits of the rows that can be raised. Small enough for a processor's cache. */
  #marks = new Uint32Array(0);
  /** Whether the rows are in ascending order. */
  #isSorted = true;
  #countsFields = true;
  #hasTypos = false;
  /** By row: number of the last call of `occursInMoreThan` that counted it. */
  #counted = new Float64Array(0);
  #countings = 0;

  constructor(postings: Postings, documents: DocumentTable, vocabulary: Vocabulary) {
    this.#postings = new TermPostings(postings);
    this.#documents = documents;
    this.#vocabulary = vocabulary;
  }

  /** Number of postings of a term's words, including those of removed rows. */
  frequencyOf(term: { variants: Pick<Variant, 'word'>[] }): number {
    return this.#postings.frequencyOf(term);
  }

  /** Number of books with the word in a contributor's name. */
  frequencyInNames(word: number): number {
    return this.#postings.namesWith(word);
  }

  /** Number of books that have both words in one field. */
  frequencyOfBoth(one: number, other: number): number {
    return this.#postings.rowsWithBoth(one, other).length;
  }

  /** Whether more than `limit` of these rows contain one of the term's words. */
  occursInMoreThan(term: Term, limit: number, isCounted: (row: number) => boolean): boolean {
    if (this.frequencyOf(term) <= limit) return false;
    this.#counted = ensureLength(this.#counted, this.#documents.size);
    this.#countings += 1;
    const [counted, stamp] = [this.#counted, this.#countings];
    let count = 0;
    for (const { word } of term.variants) {
      this.#postings.slices({ word }, (cells, from, to) => {
        for (let at = from; at < to && count <= limit; at += 1) {
          const row = (cells[at] ?? 0) >>> fieldBits;
          if (counted[row] === stamp || !isCounted(row)) continue;
          counted[row] = stamp;
          count += 1;
        }
      });
      if (count > limit) return true;
    }
    return false;
  }

  /**
   * @param minimum - Minimum sum of the weights of matched content terms.
   * @param isAccepted - Whether a row passes the query's filters.
   */
  find(terms: Term[], minimum: number, isAccepted: (row: number) => boolean): Candidates {
    this.#reset();
    this.#hasTypos = terms.some(({ variants }) => variants.some(({ typos }) => typos > 0));
    const rarestFirst = terms
      .map((term, at) => ({ term, bit: 1 << at, frequency: this.frequencyOf(term) }))
      .sort(
        (a, b) => Number(b.term.isContent) - Number(a.term.isContent) || a.frequency - b.frequency,
      );
    let left = terms.reduce((sum, { isContent, weight }) => sum + (isContent ? weight : 0), 0);
    const weights = terms.map(({ weight, isContent }) => (isContent ? weight : 0));
    let isMarked = false;
    for (const [at, { term, bit }] of rarestFirst.entries()) {
      const addsRows = term.isContent && left >= minimum - rounding;
      if (term.isContent) left -= term.weight;
      if (!addsRows && this.#count === 0) break;
      this.#countsFields = term.isContent;
      if (addsRows && this.#count === 0) this.#addFirst(term, bit);
      else if (addsRows) this.#add(term, bit);
      else {
        // Terms are raised after the last one that adds rows.
        if (!isMarked) this.#markRows();
        isMarked = true;
        this.#raiseAll(term, bit);
      }
      const isLast = at === rarestFirst.length - 1;
      if (term.isContent && !isLast) this.#dropBelow(minimum - left, weights);
    }
    if (this.#count > this.#documents.size / denseShare) this.#sortRows();
    return this.#accepted(weights, minimum, isAccepted);
  }

  /**
   * Removes rows whose matched terms weigh less than `least`, so that fewer rows are read for
   * frequent terms.
   */
  #dropBelow(least: number, weights: number[]): void {
    if (least <= rounding) return;
    const [rows, matched] = [this.#rows, this.#matched];
    const isEnough = enoughWeight(weights, least);
    let count = 0;
    for (let at = 0; at < this.#count; at += 1) {
      const row = rows[at] ?? 0;
      if (isEnough(matched[row] ?? 0)) {
        rows[count] = row;
        count += 1;
      } else matched[row] = 0;
    }
    this.#count = count;
  }

  /** Sorts the rows in ascending order, in which their values can be read much faster. */
  #sortRows(): void {
    if (this.#isSorted) return;
    const [rows, matched] = [this.#rows, this.#matched];
    const { size } = this.#documents;
    let count = 0;
    for (let row = 0; row < size; row += 1) {
      if ((matched[row] ?? 0) === 0) continue;
      rows[count] = row;
      count += 1;
    }
  }

  #accepted(weights: number[], minimum: number, isAccepted: (row: number) => boolean): Candidates {
    const [rows, matched] = [this.#rows, this.#matched];
    // Rows with any term match enough of a single term.
    const isEnough = weights.length > 1 ? enoughWeight(weights, minimum) : null;
    this.#kept = ensureLength(this.#kept, this.#count);
    const kept = this.#kept;
    let count = 0;
    for (let at = 0; at < this.#count; at += 1) {
      const row = rows[at] ?? 0;
      if ((isEnough && !isEnough(matched[row] ?? 0)) || !isAccepted(row)) continue;
      kept[count] = row;
      count += 1;
    }
    return {
      rows: kept.subarray(0, count),
      count,
      matched,
      matchedExactly: this.#hasTypos ? this.#matchedExactly : matched,
      scores: this.#scores,
      fields: this.#fields,
      titleShares: this.#titleShares,
    };
  }

  #reset(): void {
    const [matched, rows] = [this.#matched, this.#rows];
    for (let at = 0; at < this.#count; at += 1) matched[rows[at] ?? 0] = 0;
    this.#count = 0;
    const { size } = this.#documents;
    this.#matched = ensureLength(this.#matched, size);
    this.#matchedExactly = ensureLength(this.#matchedExactly, size);
    this.#scores = ensureLength(this.#scores, size);
    this.#fields = ensureLength(this.#fields, size);
    this.#titleShares = ensureLength(this.#titleShares, size);
    this.#termScores = ensureLength(this.#termScores, size);
    this.#rows = ensureLength(this.#rows, size);
  }

  /**
   * Does the same as `#add` for the first term, but faster, because it may read millions of
   * postings.
   */
  #addFirst(term: Term, bit: number): void {
    const [matched, rows, scores] = [this.#matched, this.#rows, this.#scores];
    const [fields, titleShares, exactly] = [this.#fields, this.#titleShares, this.#matchedExactly];
    const hasTypos = this.#hasTypos;
    let count = 0;
    for (const variant of term.variants) {
      const scale = term.weight * variant.quality;
      const exactBit = variant.typos === 0 ? bit : 0;
      const share = this.#titleShareOf(variant);
      this.#postings.slices(variant, (cells, from, to) => {
        for (let at = from; at < to; at += 1) {
          const cell = cells[at] ?? 0;
          const row = cell >>> fieldBits;
          const mask = cell & fieldMask;
          const value = scale * (fieldWeights[mask] ?? 0);
          const titleShare = mask & titleFields ? share : 0;
          if ((matched[row] ?? 0) === 0) {
            rows[count] = row;
            count += 1;
            matched[row] = bit;
            scores[row] = value;
            fields[row] = mask;
            titleShares[row] = titleShare;
            if (hasTypos) exactly[row] = exactBit;
            continue;
          }
          if (value > (scores[row] ?? 0)) scores[row] = value;
          fields[row] = (fields[row] ?? 0) | mask;
          if (titleShare > 0)
            titleShares[row] = Math.min(255, (titleShares[row] ?? 0) + titleShare);
          if (hasTypos) exactly[row] = (exactly[row] ?? 0) | exactBit;
        }
      });
    }
    this.#count = count;
    this.#isSorted = term.variants.length === 1;
  }

  /** Number of quarters that a variant counts in a title. */
  #titleShareOf({ word, withWord }: Variant): number {
    if (isIndexOnly(this.#vocabulary.spelling(word))) return 0;
    const share = this.#vocabulary.isMinor(word) ? 1 : 4;
    return withWord === undefined ? share : share + 4;
  }

  /** Adds every row that contains the term. */
  #add(term: Term, bit: number): void {
    const [matched, rows] = [this.#matched, this.#rows];
    for (const variant of term.variants) {
      this.#postings.slices(variant, (cells, from, to) => {
        for (let at = from; at < to; at += 1) {
          const cell = cells[at] ?? 0;
          const row = cell >>> fieldBits;
          if ((matched[row] ?? 0) === 0) {
            rows[this.#count] = row;
            this.#count += 1;
            this.#isSorted = false;
            this.#matchedExactly[row] = 0;
            this.#scores[row] = 0;
            this.#fields[row] = 0;
            this.#titleShares[row] = 0;
          }
          this.#score(row, cell, bit, term.weight, variant);
        }
      });
    }
  }

  #markRows(): void {
    this.#marks = ensureLength(this.#marks, (this.#documents.size >>> 5) + 1).fill(0);
    const [rows, marks] = [this.#rows, this.#marks];
    for (let at = 0; at < this.#count; at += 1) {
      const row = rows[at] ?? 0;
      marks[row >>> 5] = (marks[row >>> 5] ?? 0) | (1 << (row & 31));
    }
  }

  /** Increases the scores of the rows found so far that contain the term. */
  #raiseAll(term: Term, bit: number): void {
    if (term.lacksRare && this.#count <= maxTitles) this.#raiseTitles(term, bit);
    for (const variant of term.variants) {
      const isFrequent =
        variant.withWord === undefined &&
        this.#count * lookupCost < this.#postings.lengthOf(variant.word);
      if (isFrequent) this.#lookUp(variant, bit, term.weight);
      else this.#raise(variant, bit, term.weight);
    }
  }

  /** Finds the completions that `Term.variants` lacks in the titles of the rows found so far. */
  #raiseTitles({ typed, variants, weight }: Term, bit: number): void {
    const [documents, vocabulary] = [this.#documents, this.#vocabulary];
    const { titleWords } = documents;
    const known = new Set(variants.map(({ word }) => word));
    for (let at = 0; at < this.#count; at += 1) {
      const row = this.#rows[at] ?? 0;
      const [from, to] = [documents.titleStart(row), documents.titleStart(row + 1)];
      for (let place = from; place < to; place += 1) {
        const word = titleWords[place] ?? 0;
        if (!vocabulary.spelling(word).startsWith(typed)) continue;
        if (known.has(word) || vocabulary.isFunction(word)) continue;
        const isInTitle = place < from + documents.titleLength(row);
        const field = isInTitle ? searchFields.title : searchFields.subtitle;
        this.#score(row, field, bit, weight, completion(vocabulary, typed, word));
      }
    }
  }

  /** Reads all postings of the variant. */
  #raise(variant: Variant, bit: number, weight: number): void {
    const [matched, marks] = [this.#matched, this.#marks];
    this.#postings.slices(variant, (cells, from, to) => {
      for (let at = from; at < to; at += 1) {
        const cell = cells[at] ?? 0;
        const row = cell >>> fieldBits;
        if (((marks[row >>> 5] ?? 0) & (1 << (row & 31))) === 0) continue;
        if ((matched[row] ?? 0) !== 0) this.#score(row, cell, bit, weight, variant);
      }
    });
  }

  /** Does the same as `#raise`, but looks up each row. Faster for few rows and many postings. */
  #lookUp(variant: Variant, bit: number, weight: number): void {
    const rows = this.#rows.subarray(0, this.#count);
    if (!this.#isSorted) rows.sort();
    this.#isSorted = true;
    let first = 0;
    this.#postings.slices(variant, (cells, from, to) => {
      if (first === rows.length) return;
      const last = (cells[to - 1] ?? 0) >>> fieldBits;
      let at = from;
      for (; first < rows.length; first += 1) {
        const row = rows[first] ?? 0;
        if (row > last) break;
        at = nextFrom(cells, at, to, row * (fieldMask + 1));
        const cell = cells[at] ?? 0;
        if (at < to && cell >>> fieldBits === row) this.#score(row, cell, bit, weight, variant);
      }
    });
  }

  #score(row: number, cell: number, bit: number, weight: number, variant: Variant): void {
    if (this.#countsFields) this.#fields[row] = (this.#fields[row] ?? 0) | (cell & fieldMask);
    if (cell & titleFields) {
      const share = (this.#titleShares[row] ?? 0) + this.#titleShareOf(variant);
      this.#titleShares[row] = Math.min(255, share);
    }
    const value = weight * variant.quality * (fieldWeights[cell & fieldMask] ?? 0);
    const before = this.#matched[row] ?? 0;
    if ((before & bit) === 0) {
      this.#matched[row] = before | bit;
      this.#termScores[row] = value;
      this.#scores[row] = (this.#scores[row] ?? 0) + value;
    } else {
      const raised = value - (this.#termScores[row] ?? 0);
      if (raised > 0) {
        this.#termScores[row] = value;
        this.#scores[row] = (this.#scores[row] ?? 0) + raised;
      }
    }
    if (this.#hasTypos && variant.typos === 0)
      this.#matchedExactly[row] = (this.#matchedExactly[row] ?? 0) | bit;
  }
}

const titleFields = searchFields.title | searchFields.subtitle;

/** Sort the matches by row if there is more than one match in this number of rows. */
const denseShare = 64;

/** Number of postings that can be read in the time it takes to look up one row in a word's list. */
const lookupCost = 12;

/** Maximum number of rows whose titles are searched for rare completions. */
const maxTitles = 1000;
