import { Provenance } from '../../books/contract.ts';
import type { BookMetadata } from '../../books/stored-book.ts';
import type { CatalogueRecord } from './contract.ts';

/** The values of a book that a catalogue may know. */
export interface BookValues {
  title: string;
  metadata: BookMetadata;
  wordCount: number | null;
  popularity: number;
  /** By field, where it comes from another source than the record itself. */
  provenance: Record<string, Provenance>;
}

/** In the order of their precedence. */
const sourcesByPrecedence = Provenance.shape.source.options;

/**
 * What a book is after its record has changed. A value from a source of higher precedence stays, and
 * so does one from a lower source as long as the record knows none.
 *
 * @param source - Where the record comes from.
 */
export function mergeRecord(
  stored: BookValues,
  { title, metadata, wordCount, popularity }: CatalogueRecord,
  source: Provenance['source'],
): BookValues {
  const known = { ...stored.metadata, ...stored };
  const next: BookValues = {
    title,
    metadata: { ...stored.metadata, ...metadata },
    wordCount: wordCount ?? stored.wordCount,
    popularity: popularity ?? stored.popularity,
    provenance: {},
  };
  const values: Record<string, unknown> = { ...metadata, title, wordCount, popularity };
  for (const [field, origin] of Object.entries(stored.provenance)) {
    const isHigher =
      sourcesByPrecedence.indexOf(origin.source) < sourcesByPrecedence.indexOf(source);
    const isStated = !isEmpty(values[field] ?? null);
    if (isStated && !isHigher) continue;
    next.provenance[field] = origin;
    if (field === 'title') next.title = known.title;
    else if (field === 'wordCount') next.wordCount = known.wordCount;
    else if (field === 'popularity') next.popularity = known.popularity;
    else if (field in next.metadata)
      Object.assign(next.metadata, { [field]: Reflect.get(known, field) });
  }
  return next;
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
