import type { Provenance } from '../../books/contract.ts';
import { hasValue } from '../../books/provenance.ts';
import type { BookMetadata, StoredBook } from '../../books/stored-book.ts';
import type { SourcedMetadata, MergedBook } from './contract.ts';

/** Later sources give way to earlier ones. */
const sourcesByPrecedence = [
  'manual',
  'onix',
  'epub',
  'catalogue',
  'opds',
  'openlibrary',
  'googlebooks',
  'text',
] as const satisfies Provenance['source'][];
type BookOrigin = Pick<StoredBook, 'source' | 'createdAt'>;

/**
 * A book with what a source says of it: missing values are filled, those of lower precedence are
 * replaced, and where each comes from is kept. A value made by hand stays, even an empty one.
 *
 * @returns Null when the facts change nothing.
 */
export function mergeMetadata(
  book: MergedBook & BookOrigin,
  facts: SourcedMetadata,
): MergedBook | null {
  const { values, ...provenance } = facts;
  const current: Record<string, unknown> = { title: book.title, ...book.metadata };
  const taken = Object.entries(values).filter(
    ([field, value]) =>
      hasValue(value) &&
      shouldReplace(current[field], sourceOf(book, field), provenance.source) &&
      JSON.stringify(value) !== JSON.stringify(current[field]),
  );
  if (taken.length === 0) return null;
  const { title = book.title, ...fields } = Object.fromEntries(taken) as SourcedMetadata['values'];
  return {
    title,
    metadata: { ...book.metadata, ...fields } satisfies BookMetadata,
    provenance: {
      ...book.provenance,
      ...Object.fromEntries(taken.map(([field]) => [field, provenance])),
    },
  };
}

function shouldReplace(
  value: unknown,
  held: Provenance['source'] | null,
  offered: Provenance['source'],
): boolean {
  // Emptied by hand is a value, too; a record's own silence is none.
  if (!hasValue(value)) return held !== 'manual';
  return held !== null && mayReplace(offered, held);
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

/** Whether a value of `source` may take the place of one of `other`; of the same source, it may. */
function mayReplace(source: Provenance['source'], other: Provenance['source']): boolean {
  return (
    other !== 'manual' && sourcesByPrecedence.indexOf(source) <= sourcesByPrecedence.indexOf(other)
  );
}
