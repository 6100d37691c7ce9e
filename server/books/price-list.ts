import { CsvError, parse } from 'csv-parse/sync';
import { toIsbn13 } from '../values/isbn.ts';
import { ExactMoney } from '../values/money.ts';
import type { Database } from '../db/open.ts';
import type { Queries } from '../db/schema.ts';
import { Failure } from '../failure.ts';
import { textList } from '../db/sql-dialect.ts';
import { parseMetadata } from './store.ts';

/** Maximum number of rows in a list. */
const maxPriceRows = 5000;

/** The change that a row makes. */
export interface PriceChange {
  /** Line in the file, counting from 1. */
  line: number;
  /** Null if the row identifies no book of the account. */
  bookId: string | null;
  title: string | null;
  before: ExactMoney | null;
  after: ExactMoney | null;
  /** Whether the book has this price already. */
  isSame: boolean;
  /** The row's error, or null. Rows with errors are not applied. */
  error: string | null;
}

interface Row {
  line: number;
  /** Id or ISBN of a book. */
  book: string;
  price: string;
  currency: string;
}

/**
 * Reads a CSV file with the columns `book` (or `id`, `isbn`), `price` and `currency`, separated by
 * commas, semicolons or tabs, and compares it with an account's books. Changes nothing.
 *
 * @throws Failure `invalid_request` if the file cannot be read.
 */
export async function readPriceList(
  db: Pick<Database, 'query'>,
  accountId: string,
  csv: string,
): Promise<PriceChange[]> {
  const rows = readRows(csv);
  const books = await findBooks(db.query, accountId, rows);
  const lineOf = new Map<string, number>();
  return rows.map((row) => {
    const found = books.get(normalize(row.book)) ?? [];
    const [book, other] = found;
    const price = readPrice(row);
    const change = {
      line: row.line,
      bookId: book?.id ?? null,
      title: book?.title ?? null,
      before: book?.price ?? null,
      after: price.money,
      isSame: false,
    };
    const first = book && lineOf.get(book.id);
    const error = describeProblem(row, found.length, other !== undefined, first) ?? price.error;
    if (error !== null || !book) return { ...change, error };
    lineOf.set(book.id, row.line);
    return { ...change, isSame: isSamePrice(book.price, price.money), error: null };
  });
}

function describeProblem(
  { book }: Row,
  found: number,
  isAmbiguous: boolean,
  firstLine: number | undefined,
): string | null {
  if (book === '') return 'The id or ISBN of the book is missing.';
  if (found === 0) return `This account has no book “${book}”.`;
  if (isAmbiguous) return `${found} books have the ISBN ${book}. Use the book’s id.`;
  return firstLine === undefined ? null : `Line ${firstLine} already has this book.`;
}

/** An empty price removes the price. */
function readPrice({ price, currency }: Row): { money: ExactMoney | null; error: string | null } {
  if (price === '' && currency === '') return { money: null, error: null };
  // A comma is a decimal separator only if it cannot separate thousands.
  const amount = /^\d+,\d{1,2}$/.test(price) ? price.replace(',', '.') : price;
  const { data, error } = ExactMoney.safeParse({ amount, currency: currency.toUpperCase() });
  if (data) return { money: data, error: null };
  const problems = error.issues.map(({ path, message }) =>
    path[0] === 'currency'
      ? `The currency “${currency}” is invalid: ${message}`
      : `The price “${price}” is invalid: ${message}`,
  );
  return { money: null, error: problems.join(' ') };
}

function isSamePrice(one: ExactMoney | null, other: ExactMoney | null): boolean {
  return one?.amount === other?.amount && one?.currency === other?.currency;
}

/** @throws Failure `invalid_request`. */
function readRows(csv: string): Row[] {
  const [firstLine = ''] = csv.split(/[\r\n]/, 1);
  const delimiter = [';', '\t'].find((one) => firstLine.includes(one)) ?? ',';
  const parsed = parseCsv(csv, delimiter);
  const [header, ...records] = parsed;
  const names = (header?.record ?? []).map((name) => name.trim().toLowerCase());
  const at = (...wanted: string[]) => names.findIndex((name) => wanted.includes(name));
  const columns = { book: at('book', 'id', 'isbn'), price: at('price'), currency: at('currency') };
  const missing = Object.entries(columns).flatMap(([name, index]) => (index < 0 ? [name] : []));
  if (missing.length > 0) {
    throw invalidFile(
      `The first line must name the columns book, price and currency. It lacks ${missing.join(' and ')}.`,
    );
  }
  if (records.length > maxPriceRows) {
    throw invalidFile(
      `The file has ${records.length} rows, but at most ${maxPriceRows} are allowed.`,
    );
  }
  return records.map(({ record, line }) => ({
    line,
    book: record[columns.book]?.trim() ?? '',
    price: record[columns.price]?.trim() ?? '',
    currency: record[columns.currency]?.trim() ?? '',
  }));
}

interface ParsedRow {
  record: string[];
  line: number;
}

/** @throws Failure `invalid_request`. */
function parseCsv(csv: string, delimiter: string): ParsedRow[] {
  const parsed: ParsedRow[] = [];
  try {
    parse(csv, {
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // The line on which the row ends.
      on_record: (record: string[], { lines }) => void parsed.push({ record, line: lines }),
    });
  } catch (error) {
    if (error instanceof CsvError) throw invalidFile(error.message);
    throw error;
  }
  return parsed;
}

interface PricedBook {
  id: string;
  title: string;
  price: ExactMoney | null;
}

/** Returns the account's books by normalized id and ISBN. */
async function findBooks(
  query: Queries,
  accountId: string,
  rows: readonly Row[],
): Promise<Map<string, PricedBook[]>> {
  const names = [...new Set(rows.map(({ book }) => normalize(book)))];
  const own = await query
    .selectFrom('books')
    .select(['id', 'title', 'metadata'])
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('id', 'in', textList(query, names)),
        eb(
          'id',
          'in',
          eb
            .selectFrom('book_identifiers')
            .select('book_id')
            .where('scheme', '=', 'isbn')
            .where('value', 'in', textList(query, names)),
        ),
      ]),
    )
    .execute();
  const found = new Map<string, PricedBook[]>();
  for (const { id, title, metadata } of own) {
    const { price, identifiers } = parseMetadata(metadata);
    const isbns = identifiers.flatMap(({ scheme, value }) => (scheme === 'isbn' ? [value] : []));
    for (const name of new Set([id, ...isbns])) {
      found.set(name, [...(found.get(name) ?? []), { id, title, price }]);
    }
  }
  return found;
}

/** Returns the form in which the database stores ids and ISBNs. */
function normalize(book: string): string {
  return toIsbn13(book) ?? book;
}

function invalidFile(detail: string): Failure {
  return new Failure('invalid_request', `/csv: ${detail}`, {
    errors: [{ pointer: '/csv', detail }],
  });
}
