import { type DocumentTable, ensureLength } from './document-table.ts';
import { fieldBits, fieldMask, heaviestField, type Term } from './term.ts';
import type { Postings } from './postings.ts';

/** Rows that have every term, each with how well it does: see `grade`. */
export interface Matches {
  rows: Uint32Array;
  /** By row. */
  grades: Uint16Array;
}

/**
 * How far a match is from what was typed, smaller is nearer: typos, then whether a word was only
 * begun, then the least weighty field that a word was found in.
 */
export function packGrade(typos: number, isLonger: boolean, fieldNumber: number): number {
  return (Math.min(typos, maxTypos) << 4) | (isLonger ? 8 : 0) | fieldNumber;
}

export const maxTypos = 63;
const fieldMaskOfGrade = 7;
const completionBit = 8;

/** Finds the rows in which every term stands. One query at a time: it works on shared columns. */
export class Matcher {
  readonly #postings: Postings;
  readonly #documents: DocumentTable;
  /** How many of the terms so far the row has. */
  #stages = new Uint16Array(0);
  #grades = new Uint16Array(0);
  #termGrades = new Uint16Array(0);
  #rows = new Uint32Array(0);

  constructor(postings: Postings, documents: DocumentTable) {
    this.#postings = postings;
    this.#documents = documents;
  }

  /** Postings that the term's words have in all; more than the books, as those that are gone count too. */
  #postingsOf({ variants }: Term): number {
    let sum = 0;
    for (const { word } of variants) sum += this.#postings.lengthOf(word);
    return sum;
  }

  /** Whether more than so many of the books that are wanted have one of the term's words. */
  occursInMoreThan(term: Term, more: number, isWanted: (row: number) => boolean): boolean {
    const rows = new Set<number>();
    for (const { word } of term.variants) {
      this.#postings.slices(word, (cells, from, to) => {
        for (let at = from; at < to && rows.size <= more; at += 1) {
          const row = (cells[at] ?? 0) >>> fieldBits;
          if (isWanted(row)) rows.add(row);
        }
      });
      if (rows.size > more) return true;
    }
    return false;
  }

  /** The result is overwritten by the next call; `isWanted` says which rows to leave out. */
  match(terms: Term[], isWanted: (row: number) => boolean): Matches {
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
    let wanted = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] ?? 0;
      stages[row] = 0;
      if (!isWanted(row)) continue;
      rows[wanted] = row;
      wanted += 1;
    }
    return { rows: rows.subarray(0, wanted), grades: this.#grades };
  }

  /** Every row that is wanted, the newest first. */
  all(isWanted: (row: number) => boolean): Matches {
    this.#rows = ensureLength(this.#rows, this.#documents.size);
    this.#grades = ensureLength(this.#grades, this.#documents.size);
    let count = 0;
    for (let row = this.#documents.size - 1; row >= 0; row -= 1) {
      if (!isWanted(row)) continue;
      this.#rows[count] = row;
      count += 1;
    }
    return { rows: this.#rows.subarray(0, count), grades: this.#grades };
  }

  /** Marks every row of the first term, and lists it. */
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

  /** The lists of several words stand one after the other; look-ups need the rows in order. */
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

  /** Marks the rows that have this term too. */
  #narrow(term: Term, stage: number, count: number): void {
    const [stages, termGrades, rows] = [this.#stages, this.#termGrades, this.#rows];
    for (const { word, typos, isCompletion } of term.variants) {
      const base = packGrade(typos, isCompletion, 0);
      const mark = (posting: number): void => {
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
          for (let at = from; at < to; at += 1) mark(cells[at] ?? 0);
          return;
        }
        let at = from;
        for (let candidate = first; candidate < last; candidate += 1) {
          const row = rows[candidate] ?? 0;
          at = lowerBound(cells, at, to, row << fieldBits);
          if (at < to && (cells[at] ?? 0) >>> fieldBits === row) mark(cells[at] ?? 0);
        }
      });
    }
  }

  /** Keeps the rows that reached the stage, adds the term's grade to theirs, and clears the others. */
  #keep(term: Term, stage: number, count: number): number {
    const [stages, grades, termGrades, rows] = [
      this.#stages,
      this.#grades,
      this.#termGrades,
      this.#rows,
    ];
    let kept = 0;
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
      rows[kept] = row;
      kept += 1;
    }
    return kept;
  }

  /** Whether the word stands in the row. */
  contains(word: number, row: number): boolean {
    let isThere = false;
    this.#postings.slices(word, (cells, from, to) => {
      const at = lowerBound(cells, from, to, row << fieldBits);
      isThere ||= at < to && (cells[at] ?? 0) >>> fieldBits === row;
    });
    return isThere;
  }
}

/** A row is sorted in about the time in which so many are walked over. */
const sortCostFactor = 32;

/** Looking up one row in a slice costs about as much as reading twelve of its cells. */
const lookupCost = 12;

/** The first place from `from` on whose number is not smaller than `value`. */
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
