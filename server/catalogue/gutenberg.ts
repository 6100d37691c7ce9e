import { z } from 'zod';
import { gutenbergName } from './gutenberg-name.ts';

/** A line of the catalogue of Project Gutenberg, by the fields that only it has. */
export function isGutenberg(value: object): boolean {
  return 'authors' in value && 'bookshelves' in value && 'lcc' in value;
}

const texts = z.array(z.string()).max(500);

const GutenbergBook = z.object({
  id: z.int().positive(),
  title: z.string().nullable(),
  authors: z
    .array(
      z.object({
        name: z.string(),
        id: z.int().nullish(),
        wikipedia: z.string().nullish(),
        birth: z.int().nullish(),
        death: z.int().nullish(),
        aliases: texts.nullish(),
      }),
    )
    .max(100),
  languages: texts,
  rights: z.string().nullish(),
  bookshelves: texts,
  subjects: texts,
  lcc: texts,
  has_text: z.boolean().nullish(),
  issued: z.string().nullish(),
  type: z.string().nullish(),
});

interface Found {
  fields: object;
  /** What has no place in our fields. */
  also: unknown;
}

/**
 * The record in our own fields. `issued` is left out: it is the day of the release at Gutenberg, often
 * a century and more after the publication. `type` is left out: a sound is a record like a text.
 */
export function fromGutenberg(value: object): Found | { reason: string } {
  const { data, error } = GutenbergBook.safeParse(value);
  if (!data) {
    const [issue] = error.issues;
    return { reason: `${issue?.path.join('.')}: ${issue?.message}` };
  }
  const [title, ...more] = (data.title ?? '').split(lineEnd).map((part) => part.trim());
  const names = data.authors.map(({ name }) => gutenbergName(name));
  const fields = {
    id: data.id,
    // The mark that joined them stands at the end of the line.
    title: data.title && (title?.replace(/\s+[:;/]$/, '') ?? ''),
    subtitle: joined(more.filter(Boolean)),
    contributors: data.authors.map(({ name, birth, death }, at) => ({
      name: names[at]?.name ?? name,
      sortName: name,
      role: 'aut',
      birthYear: birth,
      deathYear: death,
    })),
    otherNames: [
      ...names.flatMap(({ fullName }) => fullName ?? []),
      ...data.authors.flatMap(({ aliases }) => aliases ?? []),
    ],
    languages: data.languages,
    rights: data.rights,
    subjects: [
      ...data.subjects.map((label) => ({ scheme: 'lcsh', label })),
      ...shelves(data.bookshelves).map((label) => ({ scheme: 'gutenberg-bookshelf', label })),
      ...data.lcc.map((code) => ({ scheme: 'lcc', code, label: code })),
    ],
    identifiers: [{ scheme: 'gutenberg', value: String(data.id) }],
  };
  const people = data.authors.map(({ id, wikipedia }) => [id, wikipedia]);
  return { fields, also: [people, data.has_text, data.issued, data.type] };
}

/** Some titles have MARC's mark of the subtitle in them instead of a line end. */
const lineEnd = /\n|\s\$b\s/;

function joined(parts: string[]): string | null {
  if (parts.length === 0) return null;
  return parts.reduce((text, part) => text + (/[.,;:!?]$/.test(text) ? ' ' : '; ') + part);
}

/** “Politics” and “Category: Politics” are the old shelf and the new one of the same books. */
function shelves(names: string[]): string[] {
  return [...new Set(names.map((name) => name.replace(/^Category: /, '')))];
}
