import { type DocumentTable, ensureLength } from './document-table.ts';
import { fieldBits, fieldMask, heaviestField, type Term } from './term.ts';
import type { Postings } from './postings.ts';

/** Rows that contain every term, each with its match quality; see `packGrade`. */
export interface Matches {
  rows: Uint32Array;
  /** Indexed by row. */
  grades: Uint16Array;
}

/**
 * Distance of a match from the typed query. Smaller is closer. Sorts by typos, then by whether a
 * word is only a completion, then by the least important field of the match.
 */
export function packGrade(typos: number, isLonger: boolean, fieldNumber: number): number {
  return (Math.min(typos, maxTypos) << 4) | (isLonger ? 8 : 0) | fieldNumber;
}

export const maxTypos = 63;
const fieldMaskOfGrade = 7;
const completionBit = 8;

/** Finds the rows that contain every term. Not reentrant because all queries share its columns. */
export class Matcher {
  readonly #postings: Postings;
  readonly #documents: DocumentTable;
  /** Number of terms matched so far, by row. */
  #stages = new Uint16Array(0);
  #grades = new Uint16Array(0);
  #termGrades = new Uint16Array(0);
  #rows = new Uint32Array(0);

  constructor(postings: Postings, documents: DocumentTable) {
    this.#postings = postings;
    this.#documents = documents;
  }

  /**
   * Total postings of the term's words. May exceed the number of books because removed rows count,
   * too.
   */
  #postingsOf({ variants }: Term): number {
    let sum = 0;
    for (const { word } of variants) sum += this.#postings.lengthOf(word);
    return sum;
  }

  /** Whether more than `limit` accepted rows contain one of the term's words. */
  occursInMoreThan(term: Term, limit: number, isAccepted: (row: number) => boolean): boolean {
    const rows = new Set<number>();
    for (const { word } of term.variants) {
      this.#postings.slices(word, (cells, from, to) => {
        for (let at = from; at < to && rows.size <= limit; at += 1) {
          const row = (cells[at] ?? 0) >>> fieldBits;
          if (isAccepted(row)) rows.add(row);
        }
      });
      if (rows.size > limit) return true;
    }
    return false;
  }

  /**
   * Returns the rows accepted by `isAccepted` that contain every term. The next call overwrites the
   * result.
   */
  match(terms: Term[], isAccepted: (row: number) => boolean): Matches {
    const { size } = this.#documents;
    this.#stages = ensureLength(this.#stages, size);
    this.#grades = ensureLength(this.#grades, size);
    this.#termGrades = ensureLength(this.#termGrades, size);
    this.#rows = ensureLength(this.#rows, size);
    const rarestFirst = terms
      .map((term) => ({ term, frequency: this.#postingsOf(term) }))
      .sort((a, b) => a.frequency - b.frequency);
    let count = 0;
    for (const [stage, { term }] of rarestFirst.entries()) {
      if (stage === 0) {
        count = this.#first(term);
        if (term.variants.length > 1) this.#putInOrder(count);
      } else {
        this.#narrow(term, stage, count);
      }
      count = this.#keep(term, stage + 1, count);
      if (count === 0) break;
    }
    const [rows, stages] = [this.#rows, this.#stages];
    let accepted = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] ?? 0;
      stages[row] = 0;
      if (!isAccepted(row)) continue;
      rows[accepted] = row;
      accepted += 1;
    }
    return { rows: rows.subarray(0, accepted), grades: this.#grades };
  }

  /** Returns all accepted rows, newest first. */
  all(isAccepted: (row: number) => boolean): Matches {
    this.#rows = ensureLength(this.#rows, this.#documents.size);
    this.#grades = ensureLength(this.#grades, this.#documents.size);
    let count = 0;
    for (let row = this.#documents.size - 1; row >= 0; row -= 1) {
      if (!isAccepted(row)) continue;
      this.#rows[count] = row;
      count += 1;
    }
    return { rows: this.#rows.subarray(0, count), grades: this.#grades };
  }

  /** Flags and lists every row that contains the first term. */
  #first(term: Term): number {
    const [stages, grades, termGrades, rows] = [
      this.#stages,
      this.#grades,
      this.#termGrades,
      this.#rows,
    ];
    let count = 0;
    for (const { word, typos, isCompletion } of term.variants) {
      const base = packGrade(typos, isCompletion, 0);
      this.#postings.slices(word, (cells, from, to) => {
        for (let at = from; at < to; at += 1) {
          const posting = cells[at] ?? 0;
          const found = posting & fieldMask & term.fields;
          if (found === 0) continue;
          const row = posting >>> fieldBits;
          const value = base | heaviestField(found);
          if (stages[row] === 0) {
            stages[row] = 1;
            grades[row] = 0;
            termGrades[row] = value;
            rows[count] = row;
            count += 1;
          } else if (value < (termGrades[row] ?? 0)) {
            termGrades[row] = value;
          }
        }
      });
    }
    return count;
  }

  /**
   * Sorts the rows because the postings of several words are concatenated and lookups need sorted
   * rows.
   */
  #putInOrder(count: number): void {
    const [stages, rows] = [this.#stages, this.#rows];
    const { size } = this.#documents;
    if (count < size / sortCostFactor) {
      rows.subarray(0, count).sort();
      return;
    }
    let at = 0;
    for (let row = 0; row < size; row += 1) {
      if (stages[row] !== 1) continue;
      rows[at] = row;
      at += 1;
    }
  }

  /** Flags the rows that also contain this term. */
  #narrow(term: Term, stage: number, count: number): void {
    const [stages, termGrades, rows] = [this.#stages, this.#termGrades, this.#rows];
    for (const { word, typos, isCompletion } of term.variants) {
      const base = packGrade(typos, isCompletion, 0);
      const advance = (posting: number): void => {
        const row = posting >>> fieldBits;
        const reached = stages[row] ?? 0;
        if (reached < stage) return;
        const found = posting & fieldMask & term.fields;
        if (found === 0) return;
        const value = base | heaviestField(found);
        if (reached === stage) {
          stages[row] = stage + 1;
          termGrades[row] = value;
        } else if (value < (termGrades[row] ?? 0)) {
          termGrades[row] = value;
        }
      };
      this.#postings.slices(word, (cells, from, to) => {
        const first = lowerBound(rows, 0, count, (cells[from] ?? 0) >>> fieldBits);
        const last = lowerBound(rows, first, count, ((cells[to - 1] ?? 0) >>> fieldBits) + 1);
        if ((last - first) * lookupCost > to - from) {
          for (let at = from; at < to; at += 1) advance(cells[at] ?? 0);
          return;
        }
        let at = from;
        for (let candidate = first; candidate < last; candidate += 1) {
          const row = rows[candidate] ?? 0;
          at = lowerBound(cells, at, to, row << fieldBits);
          if (at < to && (cells[at] ?? 0) >>> fieldBits === row) advance(cells[at] ?? 0);
        }
      });
    }
  }

  /** Keeps the rows that reached the stage and adds the term's grade. Resets the others. */
  #keep(term: Term, stage: number, count: number): number {
    const [stages, grades, termGrades, rows] = [
      this.#stages,
      this.#grades,
      this.#termGrades,
      this.#rows,
    ];
    let remaining = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] ?? 0;
      if (stages[row] !== stage) {
        stages[row] = 0;
        continue;
      }
      if (term.isRanked) {
        const sum = grades[row] ?? 0;
        const value = termGrades[row] ?? 0;
        grades[row] = packGrade(
          (sum >> 4) + (value >> 4),
          ((sum | value) & completionBit) !== 0,
          Math.max(sum & fieldMaskOfGrade, value & fieldMaskOfGrade),
        );
      }
      rows[remaining] = row;
      remaining += 1;
    }
    return remaining;
  }

  /** Whether the row contains the word. */
  contains(word: number, row: number): boolean {
    let isFound = false;
    this.#postings.slices(word, (cells, from, to) => {
      const at = lowerBound(cells, from, to, row << fieldBits);
      isFound ||= at < to && (cells[at] ?? 0) >>> fieldBits === row;
    });
    return isFound;
  }
}

/** Sorting one row takes about as long as scanning this many. */
const sortCostFactor = 32;

/** Looking up one row in a slice takes about as long as reading this many cells. */
const lookupCost = 12;

/** Returns the first index at or after `from` whose number is not less than `value`. */
function lowerBound(cells: Uint32Array, from: number, to: number, value: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cells[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
