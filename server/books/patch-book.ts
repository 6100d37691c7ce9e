import type { z } from 'zod';
import { Failure } from '../failure.ts';
import { type BookPatch, mergedFields } from './book-input.ts';
import type { BookMetadata, StoredBook } from './stored-book.ts';
import { storedVisibility } from '../values/environment.ts';

/** The fields of a book that a patch can change. */
export type PatchedBook = Pick<StoredBook, 'title' | 'visibility' | 'metadata' | 'provenance'>;

/**
 * Merges a patch into a book (RFC 7396). Marks changed fields as manual, so no external source
 * overwrites them later, even if the patch removed the value.
 *
 * @returns The changed fields, or null if the patch changes nothing.
 * @throws Failure `invalid_request` for members that are invalid in combination.
 */
export function patchBook(
  book: PatchedBook & Pick<StoredBook, 'accountId'>,
  { title = book.title, visibility: requestedVisibility, ...patch }: BookPatch,
  now: Date,
): PatchedBook | null {
  const { metadata } = book;
  const visibility = requestedVisibility
    ? storedVisibility(book.accountId, requestedVisibility)
    : book.visibility;
  const values: Partial<BookMetadata> = withoutAbsent({
    ...patch,
    series: merge('series', metadata.series, patch.series),
    price: merge('price', metadata.price, patch.price),
  });
  const current = new Map<string, unknown>(Object.entries(metadata));
  const changed = Object.entries(values)
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(current.get(field)))
    .map(([field]) => field);
  if (title !== book.title) changed.push('title');
  if (changed.length === 0 && visibility === book.visibility) return null;
  const provenance = { source: 'manual', fetchedAt: now.toISOString(), confidence: 1 } as const;
  return {
    title,
    visibility,
    metadata: { ...metadata, ...values },
    provenance: {
      ...book.provenance,
      ...Object.fromEntries(changed.map((field) => [field, provenance])),
    },
  };
}

/** Returns the merged value, or undefined for a member that the patch does not name. */
function merge<Value extends object>(
  field: keyof typeof mergedFields,
  current: Value | null,
  patch: object | null | undefined,
): Value | null | undefined {
  if (!patch) return patch;
  const { data, error } = mergedFields[field].safeParse({ ...current, ...patch });
  if (!error) return asValue<Value>(data);
  const errors = error.issues.map((issue) => detailOf(issue, `/${field}`));
  const summary = errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join(' ');
  throw new Failure('invalid_request', summary, { errors });
}

/** Cast, because each schema in `mergedFields` produces the value of its field. */
function asValue<Value>(data: unknown): Value {
  return data as Value;
}

function detailOf({ path, message }: z.core.$ZodIssue, pointer: string) {
  return { pointer: [pointer, ...path.map(String)].join('/'), detail: message };
}

function withoutAbsent<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], undefined> };
}
