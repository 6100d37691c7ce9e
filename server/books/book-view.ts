import type { BookHighlight, BookView } from './contract.ts';
import type { Money } from '../values/money.ts';
import { fieldProvenance } from './provenance.ts';
import type { RequestingKey } from './licence/licences.ts';
import { type StoredBook, toBook } from './stored-book.ts';

/**
 * Prices in a currency, all by one table of rates; null for a price whose own currency has no rate.
 * Fails: `unknown_currency` when there is no rate for the one asked for.
 */
export type PriceConverter = (currency: string) => Promise<(price: Money) => Money | null>;

export interface BookViewOptions {
  /** Members to show; all unless given. */
  fields?: string[] | undefined;
  include?: 'enrichment' | 'warnings' | undefined;
  currency?: string | undefined;
}

/** The books as one answer shows them. */
export async function toBookViews(
  books: StoredBook[],
  { fields, include, currency }: BookViewOptions,
  { publicUrl, priceConverter }: { publicUrl: string; priceConverter: PriceConverter },
  asker: RequestingKey,
  highlightOf: ((book: StoredBook) => BookHighlight) | null = null,
): Promise<BookView[]> {
  const convert = currency === undefined ? null : await priceConverter(currency);
  return books.map((stored) => {
    const book = toBook(stored, publicUrl);
    const view: BookView = fields ? { id: book.id, ...pick(book, fields) } : book;
    if (convert) view.convertedPrice = book.price && convert(book.price);
    if (include === 'enrichment') view.enrichment = fieldProvenance(stored);
    if (include === 'warnings' && isOwn(stored, asker)) view.warnings = stored.warnings;
    if (highlightOf) view.highlight = highlightOf(stored);
    return view;
  });
}

/** What is wrong with a book's file is told to its own account alone. */
function isOwn(book: StoredBook, asker: RequestingKey): boolean {
  return asker.kind === 'secret' && asker.accountId === book.accountId;
}

function pick(book: BookView, fields: string[]): Partial<BookView> {
  return Object.fromEntries(Object.entries(book).filter(([name]) => fields.includes(name)));
}

type Spans = [number, number][];

/** Where the words that were looked for are in the texts of a book that people see. */
export function highlightMatches(
  { title, metadata }: StoredBook,
  spansOf: (text: string) => Spans,
): BookHighlight {
  return {
    title: spansOf(title),
    subtitle: metadata.subtitle === null ? [] : spansOf(metadata.subtitle),
    contributors: inEach(metadata.contributors.map(({ name }) => name)),
    subjects: inEach(metadata.subjects.map(({ label }) => label)),
  };

  function inEach(texts: string[]): { index: number; spans: Spans }[] {
    return texts
      .map((text, index) => ({ index, spans: spansOf(text) }))
      .filter(({ spans }) => spans.length > 0);
  }
}
