import type { DocumentTable } from './document-table.ts';
import { ensureLength, lowerBound } from './number-arrays.ts';
import { fieldBits, fieldMask } from './term.ts';
import type { Postings } from './postings.ts';

/** A word of a filter. A row must contain one of these words in one of these fields. */
export interface RequiredWord {
  words: number[];
  /** Bits; see `searchFields`. */
  fields: number;
}

/**
 * Finds the rows that contain every word of a filter. Not reentrant because all queries share its
 * columns.
 */
export class Matcher {
  readonly #postings: Postings;
  readonly #documents: DocumentTable;
  /** Number of words matched so far, by row. */
  #stages = new Uint16Array(0);
  #rows = new Uint32Array(0);

  constructor(postings: Postings, documents: DocumentTable) {
    this.#postings = postings;
    this.#documents = documents;
  }

  /**
   * Accepted rows that contain every word, in no particular order. The next call overwrites the
   * result.
   */
  match(required: RequiredWord[], isAccepted: (row: number) => boolean): Uint32Array {
    this.#stages = ensureLength(this.#stages, this.#documents.size);
    this.#rows = ensureLength(this.#rows, this.#documents.size);
    const [stages, rows] = [this.#stages, this.#rows];
    const frequencyOf = ({ words }: RequiredWord) =>
      words.reduce((sum, word) => sum + this.#postings.lengthOf(word), 0);
    const rarestFirst = required
      .map((one) => ({ one, frequency: frequencyOf(one) }))
      .sort((a, b) => a.frequency - b.frequency);
    let count = 0;
    for (const [stage, { one }] of rarestFirst.entries()) {
      for (const word of one.words) {
        this.#postings.slices(word, (cells, from, to) => {
          for (let at = from; at < to; at += 1) {
            const cell = cells[at] ?? 0;
            const row = cell >>> fieldBits;
            if ((cell & fieldMask & one.fields) === 0 || stages[row] !== stage) continue;
            stages[row] = stage + 1;
            if (stage === 0) {
              rows[count] = row;
              count += 1;
            }
          }
        });
      }
    }
    let accepted = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] ?? 0;
      const isMatched = stages[row] === required.length;
      stages[row] = 0;
      if (!isMatched || !isAccepted(row)) continue;
      rows[accepted] = row;
      accepted += 1;
    }
    return rows.slice(0, accepted);
  }

  /** All accepted rows, newest first. */
  all(isAccepted: (row: number) => boolean): Uint32Array {
    this.#rows = ensureLength(this.#rows, this.#documents.size);
    let count = 0;
    for (let row = this.#documents.size - 1; row >= 0; row -= 1) {
      if (!isAccepted(row)) continue;
      this.#rows[count] = row;
      count += 1;
    }
    return this.#rows.subarray(0, count);
  }

  /** Fields of the row that contain the word, as bits. */
  fieldsOf(word: number, row: number): number {
    let fields = 0;
    this.#postings.slices(word, (cells, from, to) => {
      const at = lowerBound(cells, from, to, row * (fieldMask + 1));
      const cell = cells[at] ?? 0;
      if (at < to && cell >>> fieldBits === row) fields |= cell & fieldMask;
    });
    return fields;
  }
}
