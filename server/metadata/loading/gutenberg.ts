import { z } from 'zod';

const honorifics = /^(?:Sir|Lady|Dame|Mrs\.|Mr\.|Dr\.|Miss|Saint|Rev\.|Madame|Mme\.)$/;

const datePrefix = /^(?:active|approximately|born|died|jin shi|ju ren)\b/i;
/** A line of the catalogue of Project Gutenberg, by the fields that only it has. */
export function isGutenbergBook(value: object): boolean {
  return 'authors' in value && 'bookshelves' in value && 'lcc' in value;
}

const stringList = z.array(z.string()).max(500);

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
        aliases: stringList.nullish(),
      }),
    )
    .max(100),
  languages: stringList,
  rights: z.string().nullish(),
  bookshelves: stringList,
  subjects: stringList,
  lcc: stringList,
  has_text: z.boolean().nullish(),
  issued: z.string().nullish(),
  type: z.string().nullish(),
});

interface GutenbergEntry {
  fields: object;
  /** What has no place in our fields. */
  extra: unknown;
}

/**
 * The record in our own fields. `issued` is left out: it is the day of the release at Gutenberg, often
 * a century and more after the publication. `type` is left out: a sound is a record like a text.
 */
export function readGutenbergBook(value: object): GutenbergEntry | { reason: string } {
  const { data, error } = GutenbergBook.safeParse(value);
  if (!data) {
    const [issue] = error.issues;
    return { reason: `${issue?.path.join('.')}: ${issue?.message}` };
  }
  const [title, ...more] = (data.title ?? '').split(titleSeparator).map((part) => part.trim());
  const names = data.authors.map(({ name }) => parseNameHeading(name));
  const fields = {
    id: data.id,
    // The mark that joined them stands at the end of the line.
    title: data.title && (title?.replace(/\s+[:;/]$/, '') ?? ''),
    subtitle: joinSubtitles(more.filter(Boolean)),
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
      ...distinctShelves(data.bookshelves).map((label) => ({
        scheme: 'gutenberg-bookshelf',
        label,
      })),
      ...data.lcc.map((code) => ({ scheme: 'lcc', code, label: code })),
    ],
    identifiers: [{ scheme: 'gutenberg', value: String(data.id) }],
  };
  const people = data.authors.map(({ id, wikipedia }) => [id, wikipedia]);
  return { fields, extra: [people, data.has_text, data.issued, data.type] };
}

/** Some titles have MARC's mark of the subtitle in them instead of a line end. */
const titleSeparator = /\n|\s\$b\s/;

function joinSubtitles(parts: string[]): string | null {
  if (parts.length === 0) return null;
  return parts.reduce((text, part) => text + (/[.,;:!?]$/.test(text) ? ' ' : '; ') + part);
}

/** “Politics” and “Category: Politics” are the old shelf and the new one of the same books. */
function distinctShelves(names: string[]): string[] {
  return [...new Set(names.map((name) => name.replace(/^Category: /, '')))];
}

interface PersonName {
  /** As it is said: “Sir Percy Sykes”. */
  name: string;
  /** With the names that the initials stand for, where they are known. */
  fullName: string | null;
}

/**
 * Turns a heading of the Library of Congress around: “Lloyd, J. Wm. (John William)” is
 * “J. Wm. Lloyd”, in full “John William Lloyd”.
 */
export function parseNameHeading(heading: string): PersonName {
  const [last = '', ...rest] = heading
    .split(/,\s+/)
    .map((part) => part.trim())
    .filter((part) => part && !datePrefix.test(part));
  // “Hilary, Saint, Bishop of Poitiers” has a title where others have their first names.
  const first = rest[0] === undefined || honorifics.test(rest[0]) ? '' : (rest.shift() ?? '');
  const titles = rest.filter((part) => honorifics.test(part));
  const suffixes = rest.filter((part) => !honorifics.test(part));
  const [, short = first, long] = /^(.+?)\s*\(([^()]+)\)$/.exec(first) ?? [];
  const whole = (given: string) =>
    [[...titles, given, last].filter(Boolean).join(' '), ...suffixes].join(', ');
  return { name: whole(short), fullName: long ? whole(long) : null };
}
