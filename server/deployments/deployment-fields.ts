import { z } from 'zod';
import { cleanLine } from '../values/clean-text.ts';
import { canonicalLanguageTag } from '../values/language-tag.ts';
import { SaleCurrency } from '../values/money.ts';
import { buyPlaceholders } from '../values/buy-template.ts';
import { selectableThemes } from '../../shared/theme-tokens.ts';
import { Tokens, fontFamilyPattern } from './token-values.ts';

export const maxLogoBytes = 200 * 1024;

export const maxFontBytes = 300 * 1024;

/** A file in the text of the body: Base64 takes four characters for three bytes. */
const base64DataUrl = (types: string, mostBytes: number) =>
  z
    .string()
    .regex(
      new RegExp(`^data:(?:${types});base64,`),
      `Must be a data: URL of ${types.replaceAll('|', ', ').replaceAll('\\', '')} in Base64.`,
    )
    .max(
      Math.ceil(mostBytes / 3) * 4 + 100,
      `Must be a file of at most ${mostBytes / 1024} kilobytes.`,
    );

const LogoData = base64DataUrl(
  'image/png|image/jpeg|image/webp|image/svg\\+xml',
  maxLogoBytes,
).describe('PNG, JPEG, WebP or SVG, up to 200 kB: `data:image/png;base64,…`. It is drawn anew.');

const Alt = z
  .string()
  .max(200)
  .transform(cleanLine)
  .describe('What is said in its place; the name unless given.');

export const LogoInput = z.strictObject({ data: LogoData, alt: Alt.optional() });

/** Without `data` the picture stays. */
export const LogoPatch = z.strictObject({ data: LogoData, alt: Alt }).partial();

const fontFaceFields = {
  family: z
    .string()
    .regex(fontFamilyPattern, 'Must be a name of letters, digits, spaces, `_`, `.`, `+` and `-`.')
    .describe('By this name tokens refer to it.'),
  weight: z
    .union([z.int(), z.string()])
    .transform(String)
    .pipe(
      z
        .string()
        .regex(/^[1-9]\d{0,3}( [1-9]\d{0,3})?$/, 'Must be a weight such as 400, or `100 900`.')
        .refine(
          (text) => text.split(' ').every((one) => Number(one) <= 1000),
          'Must be from 1 to 1000.',
        ),
    ),
  style: z.enum(['normal', 'italic']),
};

const FontData = base64DataUrl('font/woff2|application/font-woff2', maxFontBytes).describe(
  'WOFF2, up to 300 kB: `data:font/woff2;base64,…`.',
);

export const FontInput = z.strictObject({
  ...fontFaceFields,
  weight: fontFaceFields.weight.default('400'),
  style: fontFaceFields.style.default('normal'),
  data: FontData,
});

/** A patch takes the whole list: a font that the deployment has is named by its `url`. */
export const FontPatch = FontInput.extend({
  data: FontData.optional(),
  url: z.string().max(500).optional().describe('Of a font that the deployment has, as answered.'),
}).refine(({ data, url }) => (data === undefined) !== (url === undefined), {
  path: ['data'],
  message: 'Must have either `data`, or the `url` of a font that the deployment has.',
});
export const ThemeSetting = z.enum([...selectableThemes, 'system']);
export const ConsentPolicy = z
  .enum(['none', 'required'])
  .describe('`required`: nothing about readers is stored before they agree.');

const Code = z
  .string()
  .regex(/^[0-9A-Za-z_.-]{1,64}$/, 'Must be 1 to 64 letters, digits, `_`, `.` or `-`.');

const HttpsUrl = z
  .string()
  .min(1)
  .max(2000)
  .describe('`https` only, without user name and password.');

/** What of a deployment its account writes, each by itself. What depends on the server is checked later. */
export const deploymentFields = {
  name: z
    .string()
    .max(200)
    .transform(cleanLine)
    .pipe(z.string().min(1, 'Must not be empty.'))
    .describe('For people; pages show it where there is no logo.'),
  tokens: Tokens,
  locale: z
    .string()
    .max(35)
    .transform((text, context) => {
      const tag = canonicalLanguageTag(text);
      if (tag) return tag;
      context.addIssue('Must be a BCP 47 language tag, such as `de-AT`.');
      return z.NEVER;
    })
    .describe('BCP 47 tag of the reader’s interface.'),
  currency: SaleCurrency,
  affiliate: Code.describe('Code of the partner that sales count for unless a page names another.'),
  campaign: Code.describe('The partner’s campaign.'),
  themes: z
    .array(z.enum(selectableThemes))
    .min(1)
    .max(10)
    .transform((all) => selectableThemes.filter((one) => all.includes(one)))
    .describe('Those that a reader may choose from. In each of them text must be readable.'),
  readerSettings: z.boolean().describe('Whether a reader’s own settings go before these.'),
  buy: HttpsUrl.describe(
    `Where a book is bought: \`https\`, with placeholders behind the host: ${buyPlaceholders
      .map((name) => `\`{${name}}\``)
      .join(' ')}.`,
  ),
  url: HttpsUrl,
  frameAncestors: z
    .array(HttpsUrl)
    .max(20)
    .describe('Origins whose pages may show those of this deployment in a frame.'),
  keyId: z
    .string()
    .regex(/^key_[0-9A-Za-z]{1,40}$/, 'Must be an id that begins key_.')
    .describe('Publishable key of the same account that pages on its domains are counted to.'),
};

export type LogoInput = z.infer<typeof LogoInput>;

export type LogoPatch = z.infer<typeof LogoPatch>;

export type FontInput = z.infer<typeof FontInput>;

export type FontPatch = z.infer<typeof FontPatch>;
