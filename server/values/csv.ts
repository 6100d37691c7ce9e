import { stringify } from 'csv-stringify/sync';

export type CsvCell = string | number | null;

/** Formats lines of a CSV file (RFC 4180). Null is an empty cell. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  const escaped = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell)),
  );
  // Programs end lines at any of these characters.
  return stringify(escaped, { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}

/** Characters with which formulas begin, also in their wide forms (OWASP: CSV Injection). */
const formulaStart = '[=+\\-@\\t\\r\\n＝＋－＠]';
/**
 * Positions at which spreadsheets start a cell. In languages that separate cells with semicolons,
 * spreadsheets also split quoted cells.
 */
const formulas = new RegExp(`(^|[;\\t\\r\\n])(?=${formulaStart})`, 'g');
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * Prevents spreadsheets from executing text written by partners, authors or readers as formulas.
 */
function escapeFormula(text: string): string {
  return plainNumber.test(text) ? text : text.replace(formulas, "$1'");
}
