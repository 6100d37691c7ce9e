import type { Provenance } from '../../books/contract.ts';
import { hasValue, sourcesByPrecedence } from '../../books/provenance.ts';
import type { BookMetadata, StoredBook } from '../../books/stored-book.ts';
import type { SourcedMetadata, MergedBook } from './contract.ts';

type BookOrigin = Pick<StoredBook, 'source' | 'createdAt'>;

/**
 * Merges metadata from a source into a book. Fills missing values, replaces values of lower
 * precedence, and records the source of each value. Keeps manually edited values, even empty ones.
 *
 * @returns The merged book, or null if nothing changes.
 */
export function mergeMetadata(
  book: MergedBook & BookOrigin,
  sourced: SourcedMetadata,
): MergedBook | null {
  const { values, ...provenance } = sourced;
  const current: Record<string, unknown> = { title: book.title, ...book.metadata };
  const applied = Object.entries(values).filter(
    ([field, value]) =>
      hasValue(value) &&
      shouldReplace(current[field], sourceOf(book, field), provenance.source) &&
      JSON.stringify(value) !== JSON.stringify(current[field]),
  );
  if (applied.length === 0) return null;
  const { title = book.title, ...fields } = Object.fromEntries(
    applied,
  ) as SourcedMetadata['values'];
  return {
    title,
    metadata: { ...book.metadata, ...fields } satisfies BookMetadata,
    provenance: {
      ...book.provenance,
      ...Object.fromEntries(applied.map(([field]) => [field, provenance])),
    },
  };
}

function shouldReplace(
  value: unknown,
  current: Provenance['source'] | null,
  candidate: Provenance['source'],
): boolean {
  // A manually emptied field counts as a value. Other empty fields can be filled.
  if (!hasValue(value)) return current !== 'manual';
  return current !== null && mayReplace(candidate, current);
}

function sourceOf(book: MergedBook & BookOrigin, field: string): Provenance['source'] | null {
  const stated = Object.hasOwn(book.provenance, field) ? book.provenance[field]?.source : undefined;
  if (stated) return stated;
  const value =
    field === 'title'
      ? book.title
      : Object.entries(book.metadata).find(([name]) => name === field)?.[1];
  return hasValue(value) ? book.source : null;
}

/** Whether a value of `source` may replace one of `other`. A source may replace its own values. */
function mayReplace(source: Provenance['source'], other: Provenance['source']): boolean {
  return (
    other !== 'manual' && sourcesByPrecedence.indexOf(source) <= sourcesByPrecedence.indexOf(other)
  );
}
