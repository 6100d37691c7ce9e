import type { Postings } from './postings.ts';
import { fieldBits, fieldMask, searchFields, type Variant } from './term.ts';

/** Visits the values in `cells` from `from` (inclusive) to `to` (exclusive). */
type VisitSlice = (cells: Uint32Array, from: number, to: number) => void;

const nameBits = searchFields.contributor | searchFields.alias;

/** Reads the postings of terms. */
export class TermPostings {
  readonly #postings: Postings;

  constructor(postings: Postings) {
    this.#postings = postings;
  }

  /** Number of postings of a word, including those of removed rows. */
  lengthOf(word: number): number {
    return this.#postings.lengthOf(word);
  }

  /** Number of postings of a term's words, including those of removed rows. */
  frequencyOf({ variants }: { variants: Pick<Variant, 'word'>[] }): number {
    let sum = 0;
    for (const { word } of variants) sum += this.#postings.lengthOf(word);
    return sum;
  }

  /** Number of a word's postings in which it is in a name, including those of removed rows. */
  namesWith(word: number): number {
    let count = 0;
    this.#postings.slices(word, (cells, from, to) => {
      for (let at = from; at < to; at += 1) if ((cells[at] ?? 0) & nameBits) count += 1;
    });
    return count;
  }

  /** Visits the postings of a variant. For a compound, these are the results of `rowsWithBoth`. */
  slices({ word, withWord }: Pick<Variant, 'word' | 'withWord'>, visit: VisitSlice): void {
    if (withWord === undefined) {
      this.#postings.slices(word, visit);
      return;
    }
    const both = this.rowsWithBoth(word, withWord);
    visit(both, 0, both.length);
  }

  /** Returns the postings of rows that contain both words in the same field. */
  rowsWithBoth(one: number, other: number): Uint32Array {
    const isFewer = this.#postings.lengthOf(one) <= this.#postings.lengthOf(other);
    const [rarer, more] = isFewer ? [one, other] : [other, one];
    const fieldsByRow = new Map<number, number>();
    this.#postings.slices(rarer, (cells, from, to) => {
      for (let at = from; at < to && fieldsByRow.size < maxCompoundRows; at += 1) {
        const cell = cells[at] ?? 0;
        fieldsByRow.set(cell >>> fieldBits, cell & fieldMask);
      }
    });
    const both: number[] = [];
    this.#postings.slices(more, (cells, from, to) => {
      for (let at = from; at < to; at += 1) {
        const cell = cells[at] ?? 0;
        const fields = (fieldsByRow.get(cell >>> fieldBits) ?? 0) & cell & fieldMask;
        if (fields !== 0) both.push(cell - (cell & fieldMask) + fields);
      }
    });
    return Uint32Array.from(both);
  }
}

/** Maximum number of rows examined for the rarer word of a compound. */
const maxCompoundRows = 20_000;
