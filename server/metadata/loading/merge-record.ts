import type { Provenance } from '../../books/contract.ts';
import { sourcesByPrecedence } from '../../books/provenance.ts';
import type { BookMetadata } from '../../books/stored-book.ts';
import type { CatalogueRecord } from './contract.ts';

/** The book values that a catalog can set. */
export interface BookValues {
  title: string;
  metadata: BookMetadata;
  wordCount: number | null;
  popularity: number;
  /** Provenance of the fields that are not from the record itself. */
  provenance: Record<string, Provenance>;
}

/**
 * Merges a changed record into its book. Keeps values from sources of higher precedence, and those
 * of lower precedence if the record has no value.
 *
 * @param source - The record's source.
 */
export function mergeRecord(
  stored: BookValues,
  { title, metadata, wordCount, popularity }: CatalogueRecord,
  source: Provenance['source'],
): BookValues {
  const current = { ...stored.metadata, ...stored };
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
    if (field === 'title') next.title = current.title;
    else if (field === 'wordCount') next.wordCount = current.wordCount;
    else if (field === 'popularity') next.popularity = current.popularity;
    else if (field in next.metadata)
      Object.assign(next.metadata, { [field]: Reflect.get(current, field) });
  }
  return next;
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
