import type { BookHighlight, BookView } from './contract.ts';
import type { Money } from '../values/money.ts';
import { fieldProvenance } from './provenance.ts';
import type { RequestingKey } from './licence/licences.ts';
import { type StoredBook, toBook } from './stored-book.ts';
import { isOwnBook } from '../values/environment.ts';

/**
 * Returns a function that converts prices to a currency with one rate table. It returns null for a
 * price whose currency has no rate. Rejects with `unknown_currency` if the requested currency has
 * no rate.
 */
export type PriceConverter = (currency: string) => Promise<(price: Money) => Money | null>;

export interface BookViewOptions {
  /** Members to include. Defaults to all members. */
  fields?: string[] | undefined;
  include?: 'enrichment' | 'warnings' | undefined;
  currency?: string | undefined;
}

/** Converts the books of one response. */
export async function toBookViews(
  books: StoredBook[],
  { fields, include, currency }: BookViewOptions,
  { publicUrl, priceConverter }: { publicUrl: string; priceConverter: PriceConverter },
  caller: RequestingKey,
  highlightOf: ((book: StoredBook) => BookHighlight) | null = null,
): Promise<BookView[]> {
  const convert = currency === undefined ? null : await priceConverter(currency);
  return books.map((stored) => {
    const book = toBook(stored, publicUrl);
    const view: BookView = fields ? { id: book.id, ...pick(book, fields) } : book;
    if (convert) view.convertedPrice = book.price && convert(book.price);
    if (include === 'enrichment') view.enrichment = fieldProvenance(stored);
    if (include === 'warnings' && isOwn(stored, caller)) view.warnings = stored.warnings;
    if (highlightOf) view.highlight = highlightOf(stored);
    return view;
  });
}

/** Only the book's own account may see problems with its file. */
function isOwn(book: StoredBook, caller: RequestingKey): boolean {
  return caller.kind === 'secret' && isOwnBook(caller.accountId, book.accountId);
}

function pick(book: BookView, fields: string[]): Partial<BookView> {
  return Object.fromEntries(Object.entries(book).filter(([name]) => fields.includes(name)));
}

type Spans = [number, number][];

/** Returns the positions of the searched words in a book's displayed fields. */
export function highlightMatches(
  { title, metadata }: StoredBook,
  spansOf: (text: string) => Spans,
): BookHighlight {
  return {
    title: spansOf(title),
    subtitle: metadata.subtitle === null ? [] : spansOf(metadata.subtitle),
    contributors: highlightEach(metadata.contributors.map(({ name }) => name)),
    subjects: highlightEach(metadata.subjects.map(({ label }) => label)),
  };

  function highlightEach(texts: string[]): { index: number; spans: Spans }[] {
    return texts
      .map((text, index) => ({ index, spans: spansOf(text) }))
      .filter(({ spans }) => spans.length > 0);
  }
}
