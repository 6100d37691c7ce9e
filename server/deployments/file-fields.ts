import { z } from 'zod';
import { cleanLine } from '../catalogue/clean-text.ts';
import { familyName } from './token-value.ts';

export const mostLogoBytes = 200 * 1024;
export const mostFontBytes = 300 * 1024;

/** A file in the text of the body: Base64 takes four characters for three bytes. */
const dataUrl = (types: string, mostBytes: number) =>
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

const LogoData = dataUrl('image/png|image/jpeg|image/webp|image/svg\\+xml', mostLogoBytes).describe(
  'PNG, JPEG, WebP or SVG, up to 200 kB: `data:image/png;base64,…`. It is drawn anew.',
);
const Alt = z
  .string()
  .max(200)
  .transform(cleanLine)
  .describe('What is said in its place; the name unless given.');

export const LogoInput = z.strictObject({ data: LogoData, alt: Alt.optional() });
export type LogoInput = z.infer<typeof LogoInput>;

/** Without `data` the picture stays. */
export const LogoPatch = z.strictObject({ data: LogoData, alt: Alt }).partial();
export type LogoPatch = z.infer<typeof LogoPatch>;

const face = {
  family: z
    .string()
    .regex(familyName, 'Must be a name of letters, digits, spaces, `_`, `.`, `+` and `-`.')
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
const FontData = dataUrl('font/woff2|application/font-woff2', mostFontBytes).describe(
  'WOFF2, up to 300 kB: `data:font/woff2;base64,…`.',
);

export const FontInput = z.strictObject({
  ...face,
  weight: face.weight.default('400'),
  style: face.style.default('normal'),
  data: FontData,
});
export type FontInput = z.infer<typeof FontInput>;

/** A patch takes the whole list: a font that the deployment has is named by its `url`. */
export const FontPatch = FontInput.extend({
  data: FontData.optional(),
  url: z.string().max(500).optional().describe('Of a font that the deployment has, as answered.'),
}).refine(({ data, url }) => (data === undefined) !== (url === undefined), {
  path: ['data'],
  message: 'Must have either `data`, or the `url` of a font that the deployment has.',
});
export type FontPatch = z.infer<typeof FontPatch>;
