import { z } from 'zod';

const honorifics = /^(?:Sir|Lady|Dame|Mrs\.|Mr\.|Dr\.|Miss|Saint|Rev\.|Madame|Mme\.)$/;

const datePrefix = /^(?:active|approximately|born|died|jin shi|ju ren)\b/i;
/** Whether a record has the fields specific to the Project Gutenberg catalog. */
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
  /** Source data that has no field in the record. */
  extra: unknown;
}

/**
 * Converts a record to our own fields. Omits `issued`, which is the release date at Project
 * Gutenberg and often a century or more after publication, and `type`, because audiobooks are
 * treated like text.
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
    // The separator before the subtitle is at the end of the line.
    title: data.title && (title?.replace(/\s+[:;/=]$/, '') ?? ''),
    subtitle: joinSubtitles(more.filter(Boolean)),
    contributors: data.authors.map(({ name, birth, death }, index) => ({
      name: names[index]?.name ?? name,
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

/**
 * Separator before a subtitle: a line break or the code of a MARC subfield, with its punctuation.
 */
const titleSeparator = /\s*(?:[:;/=]?\s*(?:\n|(?<=^|\s)\$[a-z](?=\s))\s*)+/;

function joinSubtitles(parts: string[]): string | null {
  if (parts.length === 0) return null;
  return parts.reduce((text, part) => text + (/[.,;:!?]$/.test(text) ? ' ' : '; ') + part);
}

/** “Politics” and “Category: Politics” are the old and new bookshelves of the same books. */
function distinctShelves(names: string[]): string[] {
  return [...new Set(names.map((name) => name.replace(/^Category: /, '')))];
}

interface PersonName {
  /** Name in natural order, such as “Sir Percy Sykes”. */
  name: string;
  /** Name with full forms instead of initials, if known. */
  fullName: string | null;
}

/**
 * Converts a Library of Congress name heading to natural order: “Lloyd, J. Wm. (John William)”
 * becomes “J. Wm. Lloyd”, with the full form “John William Lloyd”.
 */
export function parseNameHeading(heading: string): PersonName {
  const [last = '', ...rest] = heading
    .split(/,\s+/)
    .map((part) => part.trim())
    .filter((part) => part && !datePrefix.test(part));
  // “Hilary, Saint, Bishop of Poitiers” has a title in the position of the first name.
  const first = rest[0] === undefined || honorifics.test(rest[0]) ? '' : (rest.shift() ?? '');
  const titles = rest.filter((part) => honorifics.test(part));
  const suffixes = rest.filter((part) => !honorifics.test(part));
  const [, short = first, long] = /^(.+?)\s*\(([^()]+)\)$/.exec(first) ?? [];
  const fullName = (given: string) =>
    [[...titles, given, last].filter(Boolean).join(' '), ...suffixes].join(', ');
  return { name: fullName(short), fullName: long ? fullName(long) : null };
}
