import { z } from 'zod';
import { cleanLine } from '../values/clean-text.ts';
import { canonicalLanguageTag } from '../values/language-tag.ts';
import { SaleCurrency } from '../values/money.ts';
import { buyPlaceholders } from '../../shared/buy-placeholders.ts';
import { nameText } from '../values/visible-text.ts';
import { selectableThemes } from '../../shared/theme-tokens.ts';
import { Tokens, fontFamilyPattern } from './token-values.ts';

export const maxLogoBytes = 200 * 1024;

export const maxFontBytes = 300 * 1024;

/** A file as a data: URL. Base64 encodes three bytes as four characters. */
const base64DataUrl = (types: string, maxBytes: number) =>
  z
    .string()
    .regex(
      new RegExp(`^data:(?:${types});base64,`),
      `Must be a data: URL of ${types.replaceAll('|', ', ').replaceAll('\\', '')} in Base64.`,
    )
    .max(
      Math.ceil(maxBytes / 3) * 4 + 100,
      `Must be a file of at most ${maxBytes / 1024} kilobytes.`,
    );

const LogoData = base64DataUrl(
  'image/png|image/jpeg|image/webp|image/svg\\+xml',
  maxLogoBytes,
).describe(
  'PNG, JPEG, WebP or SVG, up to 200 kB: `data:image/png;base64,…`. The server re-renders the image.',
);

const Alt = z
  .string()
  .max(200)
  .transform(cleanLine)
  .describe('Alternative text. Defaults to the deployment’s name.');

export const LogoInput = z.strictObject({ data: LogoData, alt: Alt.optional() });

/** Without `data`, the image stays the same. */
export const LogoPatch = z.strictObject({ data: LogoData, alt: Alt }).partial();

const fontFaceFields = {
  family: z
    .string()
    .regex(fontFamilyPattern, 'Must consist of letters, digits, spaces, `_`, `.`, `+` and `-`.')
    .describe('Family name for use in tokens.'),
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

/** A patch replaces the whole list. Existing fonts are referenced by `url`. */
export const FontPatch = FontInput.extend({
  data: FontData.optional(),
  url: z.string().max(500).optional().describe('URL of an existing font, as returned by the API.'),
}).refine(({ data, url }) => (data === undefined) !== (url === undefined), {
  path: ['data'],
  message: 'Must have either `data` or the `url` of an existing font.',
});
export const ThemeSetting = z.enum([...selectableThemes, 'system']);
export const ConsentPolicy = z
  .enum(['none', 'required'])
  .describe('`required`: no reader data is stored before the reader consents.');

const Code = z
  .string()
  .regex(/^[0-9A-Za-z_.-]{1,64}$/, 'Must be 1 to 64 letters, digits, `_`, `.` or `-`.');

const HttpsUrl = z
  .string()
  .min(1)
  .max(2000)
  .describe('`https` only, without user name or password.');

/**
 * The fields that an account can write. Checks that depend on the server's configuration run later.
 */
export const deploymentFields = {
  name: nameText(200).describe('Display name. Shown on pages without a logo.'),
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
    .describe('Language of the reader’s interface (BCP 47).'),
  currency: SaleCurrency,
  affiliate: Code.describe(
    'Code of the affiliate credited with sales unless a page names another.',
  ),
  campaign: Code.describe('The affiliate’s campaign.'),
  themes: z
    .array(z.enum(selectableThemes))
    .min(1)
    .max(10)
    .transform((all) => selectableThemes.filter((one) => all.includes(one)))
    .describe('Themes that readers can choose from. Text must be readable in each.'),
  readerSettings: z
    .boolean()
    .describe('Whether a reader’s own settings take precedence over these.'),
  buy: HttpsUrl.describe(
    `Template of the purchase URL: \`https\`, with placeholders after the host: ${buyPlaceholders
      .map((name) => `\`{${name}}\``)
      .join(' ')}.`,
  ),
  url: HttpsUrl,
  frameAncestors: z
    .array(HttpsUrl)
    .max(20)
    .describe('Origins whose pages may embed this deployment’s pages in a frame.'),
  keyId: z
    .string()
    .regex(/^key_[0-9A-Za-z]{1,40}$/, 'Must be an id that begins with key_.')
    .describe(
      'One of the account’s publishable keys, which pages on the deployment’s domains use. A deployment without a key gets one ' +
        'with its first domain.',
    ),
};

export type LogoInput = z.infer<typeof LogoInput>;

export type LogoPatch = z.infer<typeof LogoPatch>;

export type FontInput = z.infer<typeof FontInput>;

export type FontPatch = z.infer<typeof FontPatch>;
