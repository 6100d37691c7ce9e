import type { Provenance } from '../books/contract.ts';
import { isSaid } from '../books/is-said.ts';
import type { BookMetadata, StoredBook } from '../books/stored-book.ts';
import type { Facts, MergedBook } from './facts.ts';
import { mayReplace } from './precedence.ts';

type Origin = Pick<StoredBook, 'source' | 'createdAt'>;

/**
 * A book with what a source says of it: missing values are filled, those of lower precedence are
 * replaced, and where each comes from is kept. A value made by hand stays, even an empty one.
 *
 * @returns Null when the facts change nothing.
 */
export function mergeFacts(book: MergedBook & Origin, facts: Facts): MergedBook | null {
  const { values, ...provenance } = facts;
  const current: Record<string, unknown> = { title: book.title, ...book.metadata };
  const taken = Object.entries(values).filter(
    ([field, value]) =>
      isSaid(value) &&
      isTaken(current[field], sourceOf(book, field), provenance.source) &&
      JSON.stringify(value) !== JSON.stringify(current[field]),
  );
  if (taken.length === 0) return null;
  const { title = book.title, ...fields } = Object.fromEntries(taken) as Facts['values'];
  return {
    title,
    metadata: { ...book.metadata, ...fields } satisfies BookMetadata,
    provenance: {
      ...book.provenance,
      ...Object.fromEntries(taken.map(([field]) => [field, provenance])),
    },
  };
}

function isTaken(
  value: unknown,
  held: Provenance['source'] | null,
  offered: Provenance['source'],
): boolean {
  // Emptied by hand is a value, too; a record's own silence is none.
  if (!isSaid(value)) return held !== 'manual';
  return held !== null && mayReplace(offered, held);
}

function sourceOf(book: MergedBook & Origin, field: string): Provenance['source'] | null {
  const stated = Object.hasOwn(book.provenance, field) ? book.provenance[field]?.source : undefined;
  if (stated) return stated;
  const value =
    field === 'title'
      ? book.title
      : Object.entries(book.metadata).find(([name]) => name === field)?.[1];
  return isSaid(value) ? book.source : null;
}
