import { Provenance } from './contract.ts';
import { hasOwnCover, type StoredBook } from './stored-book.ts';

/** Sources of metadata from highest to lowest precedence. */
export const sourcesByPrecedence = Provenance.shape.source.options;

/**
 * Returns the origin of each of a book's values by its field name in `Book`. Omits fields without a
 * value. Values that no enricher set are from the record's source.
 */
export function fieldProvenance(book: StoredBook): Record<string, Provenance> {
  const {
    coverUrl,
    otherNames: _otherNames,
    languageOfText: _reading,
    ...metadata
  } = book.metadata;
  const values = {
    title: book.title,
    ...metadata,
    wordCount: book.wordCount,
    readingMinutes: metadata.readingMinutes ?? book.wordCount,
  };
  const own: Provenance = { source: book.source, fetchedAt: book.createdAt, confidence: 1 };
  const stated = (field: string): Provenance =>
    (Object.hasOwn(book.provenance, field) ? book.provenance[field] : undefined) ?? own;
  const enrichment = Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => hasValue(value))
      .map(([field]) => [field, stated(field)]),
  );
  if (hasOwnCover(book)) return { ...enrichment, cover: { ...own, source: 'manual' } };
  if (book.cover) return { ...enrichment, cover: own };
  return coverUrl ? { ...enrichment, cover: stated('coverUrl') } : enrichment;
}

/**
 * Whether a field has a value. An empty list and the language `und` (undetermined) do not count as
 * values.
 */
export function hasValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => item !== 'und');
  return value !== null && value !== undefined && value !== '';
}
