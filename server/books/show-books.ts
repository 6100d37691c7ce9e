import type { BookHighlight, BookView, Money } from './contract.ts';
import { enrichmentOf } from './enrichment-of.ts';
import type { ReadingKey } from './licence/licences.ts';
import { type StoredBook, toBook } from './stored-book.ts';

/**
 * Prices in a currency, all by one table of rates; null for a price whose own currency has no rate.
 * Fails: `unknown_currency` when there is no rate for the one asked for.
 */
export type PricesIn = (currency: string) => Promise<(price: Money) => Money | null>;

export interface BookViewOptions {
  /** Members to show; all unless given. */
  fields?: string[] | undefined;
  include?: 'enrichment' | 'warnings' | undefined;
  currency?: string | undefined;
}

/** The books as one answer shows them. */
export async function showBooks(
  books: StoredBook[],
  { fields, include, currency }: BookViewOptions,
  { publicUrl, pricesIn }: { publicUrl: string; pricesIn: PricesIn },
  asker: ReadingKey,
  highlightOf: ((book: StoredBook) => BookHighlight) | null = null,
): Promise<BookView[]> {
  const convert = currency === undefined ? null : await pricesIn(currency);
  return books.map((stored) => {
    const book = toBook(stored, publicUrl);
    const view: BookView = fields ? { id: book.id, ...pick(book, fields) } : book;
    if (convert) view.convertedPrice = book.price && convert(book.price);
    if (include === 'enrichment') view.enrichment = enrichmentOf(stored);
    if (include === 'warnings' && isOwn(stored, asker)) view.warnings = stored.warnings;
    if (highlightOf) view.highlight = highlightOf(stored);
    return view;
  });
}

/** What is wrong with a book's file is told to its own account alone. */
function isOwn(book: StoredBook, asker: ReadingKey): boolean {
  return asker.kind === 'secret' && asker.accountId === book.accountId;
}

function pick(book: BookView, fields: string[]): Partial<BookView> {
  return Object.fromEntries(Object.entries(book).filter(([name]) => fields.includes(name)));
}
