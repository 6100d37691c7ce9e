import type { Provenance } from './contract.ts';
import type { StoredBook } from './stored-book.ts';

/**
 * Where each value of a book comes from, by the field's name in `Book`; fields without a value are
 * left out. What no enricher touched comes from what the record was made of.
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
  if (book.cover) return { ...enrichment, cover: own };
  return coverUrl ? { ...enrichment, cover: stated('coverUrl') } : enrichment;
}

/** Whether a field has a value: an empty list has none, and the tag `und` is no language. */
export function hasValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => item !== 'und');
  return value !== null && value !== undefined && value !== '';
}
