import { distinct } from '../../values/distinct.ts';
import { z } from 'zod';
import { Money } from '../../values/money.ts';
import { canonicalLanguageTag } from '../../values/language-tag.ts';
import { cleanCatalogueLine, cleanLines } from '../../values/clean-text.ts';
import { parseIdentifier } from '../../values/identifier.ts';
import { stripMarkup } from '../../values/strip-markup.ts';
import type { CatalogueRecord } from './contract.ts';

const tooLongMessage = (max: number) => `longer than ${max.toLocaleString('en')} characters`;

const textLine = (max: number) =>
  z.string('must be text').max(max, tooLongMessage(max)).transform(cleanCatalogueLine);

/** Optional line of text. Empty text becomes null. */
const optionalLine = (max: number) =>
  textLine(max)
    .nullish()
    .transform((text) => text || null);

/**
 * A list. A single value becomes a list with one entry, and a missing value becomes an empty list.
 */
function listOf<Item extends z.ZodType>(item: Item, max: number) {
  const list = z
    .array(item, 'must be a list')
    .max(max, `more than ${max.toLocaleString('en')} entries`);
  return z.preprocess((value) => {
    if (value === null || value === undefined) return [];
    return Array.isArray(value) ? value : [value];
  }, list);
}

const wholeNumber = (max: number) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^[+-]?\d{1,10}$/)
          .transform(Number),
      ],
      'must be a whole number',
    )
    .refine((count) => Math.abs(count) <= max, `beyond ${max.toLocaleString('en')}`)
    .nullish()
    .transform((count) => count ?? null);

const count = wholeNumber(2_000_000_000).refine(
  (value) => value === null || value >= 0,
  'below zero',
);
const year = wholeNumber(9999);

const contributorFields = z.object({
  name: textLine(500),
  sortName: optionalLine(500),
  role: z
    .string()
    .regex(/^[a-z]{3}$/, 'must be a MARC relator code, such as `aut`')
    .nullish()
    .transform((role) => role ?? 'aut'),
  birthYear: year,
  deathYear: year,
});
const contributor = z.preprocess(
  (value) => (typeof value === 'string' ? { name: value } : value),
  contributorFields,
);

const subjectFields = z.object({
  scheme: optionalLine(100),
  code: optionalLine(100),
  label: textLine(500).nullish(),
});
const subject = z
  .preprocess((value) => (typeof value === 'string' ? { label: value } : value), subjectFields)
  .transform(({ scheme, code, label }) => ({ scheme, code, label: label || code || '' }));

const identifierFields = z.object({ scheme: optionalLine(100), value: textLine(500) });
const identifier = z
  .preprocess((value) => (typeof value === 'string' ? { value } : value), identifierFields)
  .transform(({ scheme, value }) => (value ? parseIdentifier(value, scheme) : null));

const date = z
  .string('must be text')
  .max(100, tooLongMessage(100))
  .transform((text) => text.trim())
  .pipe(
    z.string().regex(/^(-?\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T.*)?)?)?)?$/, {
      error: 'must be a date such as 2030, 2030-01 or 2030-01-31',
    }),
  )
  .nullish()
  .transform((text) => text?.replace(/T.*$/, '') || null);

const series = z
  .preprocess(
    (value) => (typeof value === 'string' ? { name: value } : value),
    z.object({
      name: textLine(500),
      position: z.union([optionalLine(50), z.number().transform(String)]),
    }),
  )
  .nullish()
  .transform((value) => (value?.name ? value : null));

const priceFields = z
  .object({
    amount: z.union([Money.shape.amount.max(30), z.number().min(0).max(1e9).transform(String)], {
      error: 'must be a decimal such as 9.99',
    }),
    currency: z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as EUR'),
  })
  .nullish()
  .transform((value) => value ?? null);
// A currency without an amount, as in a table with a currency column, is not a price.
const price = z.preprocess((value) => (hasAmount(value) ? value : null), priceFields);

function hasAmount(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return 'amount' in value && value.amount !== null && value.amount !== undefined;
}

const httpUrl = z
  .string('must be text')
  .max(2000, tooLongMessage(2000))
  .refine((text) => !text || /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
    error: 'must be an HTTP(S) URL',
  })
  .nullish()
  .transform((text) => text || null);

const description = z
  .string('must be text')
  .max(100_000, tooLongMessage(100_000))
  .transform((text) => cleanLines(stripMarkup(text)))
  .pipe(z.string().max(20_000, tooLongMessage(20_000)))
  .nullish()
  .transform((text) => text || null);

/** A record from a file, with our own field names. Only the title is required. */
export const RecordFields = z.object(
  {
    id: z
      .union([z.int().transform(String), textLine(300)], 'must be text or a whole number')
      .nullish()
      .transform((id) => id || null),
    title: z
      .string({
        error: ({ input }) =>
          input === null || input === undefined ? 'is missing' : 'must be text',
      })
      .max(1000, tooLongMessage(1000))
      .transform(cleanCatalogueLine)
      .pipe(z.string().min(1, 'is empty')),
    subtitle: optionalLine(1000),
    contributors: listOf(contributor, 100).transform((all) => all.filter(({ name }) => name)),
    otherNames: listOf(textLine(500), 500).transform((names) => distinct(names.filter(Boolean))),
    languages: listOf(textLine(100), 50).transform((tags) =>
      distinct(tags.flatMap((tag) => canonicalTag(tag) ?? [])),
    ),
    description,
    subjects: listOf(subject, 200).transform((all) => all.filter(({ label }) => label)),
    identifiers: listOf(identifier, 100),
    isbn: listOf(textLine(50), 20).transform((all) =>
      all.filter(Boolean).map((text) => parseIdentifier(text, 'isbn')),
    ),
    publisher: optionalLine(500),
    publishedAt: date,
    series,
    layout: z.enum(['reflowable', 'fixed']).nullish(),
    readingProgression: z.enum(['ltr', 'rtl']).nullish(),
    rights: optionalLine(5000),
    pageCount: count,
    wordCount: count,
    popularity: count,
    price,
    coverUrl: httpUrl,
  },
  'must be an object',
);

/**
 * Whether a CSV column is named like a field or a field's member, such as `title` or
 * `contributors[].name`.
 */
export function isKnownColumn(name: string): boolean {
  const field = /^(\w+)(?:\[\])?(?:\.\w+)?$/.exec(name)?.[1];
  return field !== undefined && Object.hasOwn(RecordFields.shape, field);
}

const tagCache = new Map<string, string | null>();

/** Cached because a catalog repeats a few tags. */
function canonicalTag(text: string): string | null {
  const known = tagCache.get(text);
  if (known !== undefined) return known;
  if (tagCache.size > 1000) tagCache.clear();
  const tag = canonicalLanguageTag(text);
  tagCache.set(text, tag);
  return tag;
}

/** Validates a record. If it is invalid, returns the field and its problem as the reason. */
export function toRecord(fields: unknown): CatalogueRecord | { reason: string } {
  const { data, error } = RecordFields.safeParse(fields);
  if (!data) return { reason: describeIssue(error.issues[0]) };
  const { title, wordCount, popularity, isbn, layout, readingProgression, id: _id, ...rest } = data;
  const identifiers = distinct([...isbn, ...data.identifiers.filter((one) => one !== null)]);
  const id = data.id ?? idFromIdentifiers(identifiers);
  if (!id) return { reason: 'id is missing, and there is no identifier to use instead' };
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

function idFromIdentifiers(identifiers: { scheme: string; value: string }[]): string | null {
  const best = identifiers.find(({ scheme }) => scheme === 'isbn') ?? identifiers[0];
  return best ? `${best.scheme}:${best.value}` : null;
}

function describeIssue(issue: { path: PropertyKey[]; message: string } | undefined): string {
  if (!issue) return 'is not a record';
  return `${issue.path.map(String).join('.') || 'the record'} ${issue.message}`;
}
