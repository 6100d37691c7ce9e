import { distinct } from '../values/distinct.ts';
import { z } from 'zod';
import { PartialDate } from '../values/partial-date.ts';
import { cleanLine, cleanLines } from '../values/clean-text.ts';
import { parseIdentifier } from '../values/identifier.ts';
import { stripMarkup } from '../values/strip-markup.ts';
import { canonicalLanguageTag } from '../values/language-tag.ts';
import { DecimalAmount, ExactMoney, SaleCurrency } from '../values/money.ts';
import { buyTemplateError, buyTemplateReason } from '../values/buy-template.ts';
import type { BookAccess } from './contract.ts';

/** Share of the book in a sample if the account does not set one. */
const defaultSampleShare = 0.1;

const shareError = 'Must be greater than 0 and less than 1, such as 0.1 for 10%.';

/** A book's access rules as sent by its account. Always complete. */
const BookAccessInput = z
  .strictObject({
    mode: z.enum(['free', 'sample']),
    share: z
      .number(shareError)
      .gt(0, shareError)
      .lt(1, shareError)
      .optional()
      .describe(
        'Size of the sample as a fraction of the positions in the main flow, from the beginning. Defaults to ' +
          '0.1 if neither `share` nor `sections` is given.',
      ),
    sections: z
      .array(z.string().min(1).max(1000))
      .min(1)
      .max(200)
      .optional()
      .describe('Sections in the sample, as paths from the embed’s `readingOrder[].href`.'),
  })
  .transform(({ mode, share, sections }, context): BookAccess => {
    const refuse = (field: string, message: string) => {
      context.addIssue({ code: 'custom', path: [field], message });
      return z.NEVER;
    };
    if (mode === 'free') {
      if (share !== undefined) return refuse('share', 'Allowed only if `mode` is `sample`.');
      if (sections !== undefined) return refuse('sections', 'Allowed only if `mode` is `sample`.');
      return { mode };
    }
    if (sections === undefined) return { mode, share: share ?? defaultSampleShare };
    if (share !== undefined) return refuse('share', 'Cannot be combined with `sections`.');
    return { mode, sections: [...new Set(sections)] };
  });
const singleLine = (max: number) => z.string().max(max).transform(cleanLine);
const requiredLine = (max: number) => singleLine(max).pipe(z.string().min(1, 'Must not be empty.'));
/** Cleaned text. Null if it is empty. */
const optionalLine = (max: number) =>
  singleLine(max)
    .nullable()
    .transform((text) => text || null);

const Year = z.int().min(-9999).max(9999).nullable().default(null);

const Contributor = z.strictObject({
  name: requiredLine(500),
  sortName: optionalLine(500).default(null),
  role: z
    .string()
    .regex(/^[a-z]{3}$/, 'Must be a MARC relator code, such as `aut`.')
    .default('aut')
    .describe('MARC relator code, such as `aut`.'),
  birthYear: Year,
  deathYear: Year,
});

const Language = z
  .string()
  .max(100)
  .transform((text, context) => {
    const tag = canonicalLanguageTag(text);
    if (tag) return tag;
    context.addIssue({
      code: 'custom',
      message: 'Must be a BCP 47 language tag, such as `en` or `pt-BR`.',
      params: { reason: 'language_tag' },
    });
    return z.NEVER;
  });

const Subject = z.strictObject({
  scheme: optionalLine(100).default(null),
  code: optionalLine(100).default(null),
  label: requiredLine(500),
});

const Identifier = z
  .strictObject({ scheme: requiredLine(100), value: requiredLine(500) })
  .transform(({ scheme, value }, context) => {
    const identifier = parseIdentifier(value, scheme);
    if (identifier.scheme !== 'unknown' || scheme === 'unknown') return identifier;
    context.addIssue({
      code: 'custom',
      path: ['value'],
      message: 'Must be an ISBN with a valid check digit.',
      params: { reason: 'isbn' },
    });
    return z.NEVER;
  });

const PublishedAt = PartialDate.describe('ISO 8601 date with year, month or day precision.');

const Series = z.strictObject({
  name: requiredLine(500),
  position: optionalLine(50).default(null),
});

const Description = z
  .string()
  .max(20_000)
  .transform((text) => cleanLines(stripMarkup(text)) || null)
  .describe('Plain text. Markup is removed.');

/**
 * Allows loopback addresses, which the writer rejects unless the server's configuration allows
 * them.
 */
const BuyUrl = z
  .string()
  .max(2000)
  .superRefine((template, context) => {
    const error = buyTemplateError(template, { allowLoopback: true });
    const params = { reason: buyTemplateReason(template) };
    if (error) context.addIssue({ code: 'custom', message: error, params });
  })
  .describe(
    'Template of the book’s purchase URL: an `https:` URL with placeholders after the host, such as ' +
      '`https://shop.example/{isbn}?ref={affiliate}&click={clickId}`.',
  );

/**
 * The fields that an account can write. All others are derived from the book's file, readers and
 * sales.
 */
const fields = {
  title: requiredLine(1000),
  subtitle: optionalLine(1000),
  contributors: z.array(Contributor).max(100),
  languages: z
    .array(Language)
    .max(50)
    .transform((tags) => [...new Set(tags)])
    .describe('BCP 47 tags, starting with the main language.'),
  description: Description.nullable(),
  subjects: z.array(Subject).max(200),
  identifiers: z.array(Identifier).max(100).transform(distinct),
  publisher: optionalLine(500),
  publishedAt: PublishedAt.nullable(),
  series: Series.nullable(),
  rights: optionalLine(5000),
  pageCount: z.int().min(0).max(2_000_000_000).nullable(),
  price: ExactMoney.nullable(),
  access: BookAccessInput.nullable().describe(
    'How much of the text everyone may read, or null for all of it. A patch replaces the whole object instead of ' +
      'merging.',
  ),
  buyUrl: BuyUrl.nullable(),
  visibility: z
    .enum(['public', 'private'])
    .describe(
      'A private book is visible only to your own account’s keys. A public book can be found by every key on this server, ' +
        'and its free text can be read by everyone.',
    ),
};

/** Request body that creates a book from metadata only. */
export const NewBook = z
  .strictObject({
    title: fields.title,
    subtitle: fields.subtitle.default(null),
    contributors: fields.contributors.default([]),
    languages: fields.languages.default([]),
    description: fields.description.default(null),
    subjects: fields.subjects.default([]),
    identifiers: fields.identifiers.default([]),
    publisher: fields.publisher.default(null),
    publishedAt: fields.publishedAt.default(null),
    series: fields.series.default(null),
    rights: fields.rights.default(null),
    pageCount: fields.pageCount.default(null),
    price: fields.price.default(null),
    access: fields.access.default(null),
    buyUrl: fields.buyUrl.default(null),
    visibility: fields.visibility.default('private'),
  })
  .meta({
    id: 'NewBook',
    example: {
      title: 'Moby-Dick',
      subtitle: 'or, The Whale',
      contributors: [
        {
          name: 'Herman Melville',
          sortName: 'Melville, Herman',
          role: 'aut',
          birthYear: 1819,
          deathYear: 1891,
        },
      ],
      languages: ['en'],
      description: 'A captain hunts the whale that took his leg.',
      subjects: [{ scheme: 'BISAC', code: 'FIC002000', label: 'Sea stories' }],
      identifiers: [{ scheme: 'isbn', value: '9780142437247' }],
      publisher: 'Penguin Classics',
      publishedAt: '1851-10-18',
      rights: 'Public domain',
      pageCount: 720,
      price: { amount: '9.99', currency: 'USD' },
      access: { mode: 'sample', share: 0.1 },
      buyUrl: 'https://shop.example/{isbn}?ref={affiliate}&click={clickId}',
      visibility: 'public',
    },
  });
export type NewBook = z.infer<typeof NewBook>;

/** Treats a removed list (null) as empty. */
const orEmpty = <Item>(list: z.ZodType<Item[]>) => list.nullable().transform((all) => all ?? []);

/** Request body that changes a book, as a JSON merge patch (RFC 7396). */
export const BookPatch = z
  .strictObject({
    ...fields,
    contributors: orEmpty(fields.contributors),
    languages: orEmpty(fields.languages),
    subjects: orEmpty(fields.subjects),
    identifiers: orEmpty(fields.identifiers),
    series: Series.extend({ position: optionalLine(50) })
      .partial()
      .nullable(),
    price: z.strictObject({ amount: DecimalAmount, currency: SaleCurrency }).partial().nullable(),
  })
  .partial()
  .meta({
    id: 'BookPatch',
    example: { title: 'The Whale', subtitle: null, price: { amount: '7.99', currency: 'EUR' } },
  });
export type BookPatch = z.infer<typeof BookPatch>;

/** Schemas for the object fields that patches merge into. Applied to the merged value. */
export const mergedFields = { series: Series, price: ExactMoney };
