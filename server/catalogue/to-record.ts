import type { CatalogueRecord } from './contract.ts';
import { RecordFields } from './record-fields.ts';

/** A checked record, or the reason why it is refused: which field, and what is wrong with it. */
export function toRecord(fields: unknown): CatalogueRecord | { reason: string } {
  const { data, error } = RecordFields.safeParse(fields);
  if (!data) return { reason: reasonOf(error.issues[0]) };
  const { title, wordCount, popularity, isbn, layout, readingProgression, id: _id, ...rest } = data;
  const identifiers = distinct([...isbn, ...data.identifiers.filter((one) => one !== null)]);
  const id = data.id ?? namedBy(identifiers);
  if (!id) return { reason: 'id is missing, and no identifier can stand for it' };
  return {
    id,
    title,
    metadata: {
      ...rest,
      contributors: distinct(rest.contributors),
      subjects: distinct(rest.subjects),
      identifiers,
      layout: layout ?? 'reflowable',
      readingProgression: readingProgression ?? 'ltr',
    },
    wordCount,
    popularity,
  };
}

function namedBy(identifiers: { scheme: string; value: string }[]): string | null {
  const best = identifiers.find(({ scheme }) => scheme === 'isbn') ?? identifiers[0];
  return best ? `${best.scheme}:${best.value}` : null;
}

function distinct<T extends object>(values: T[]): T[] {
  if (values.length < 2) return values;
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function reasonOf(issue: { path: PropertyKey[]; message: string } | undefined): string {
  if (!issue) return 'is not a record';
  return `${issue.path.map(String).join('.') || 'the record'} ${issue.message}`;
}
