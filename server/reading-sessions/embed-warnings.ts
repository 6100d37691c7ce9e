import { readdirSync } from 'node:fs';
import { z } from 'zod';

/** A parameter of an embed request that had no effect, because its value is unknown. */
export const EmbedWarning = z
  .object({
    parameter: z.enum(['chapter', 'locale']),
    value: z.string().describe('The value that was sent.'),
    detail: z.string().describe('The value that is used instead.'),
  })
  .meta({
    id: 'EmbedWarning',
    example: {
      parameter: 'locale',
      value: 'tlh',
      detail:
        'The controls have no translation for `tlh`. They use the browser’s language or English.',
    },
  });
export type EmbedWarning = z.infer<typeof EmbedWarning>;

/** Languages of the controls, such as `de` and `zh-hant`. */
const interfaceLanguages = new Set(
  readdirSync(new URL('../../shared/messages/', import.meta.url)).map((file) =>
    file.replace(/\.json$/, ''),
  ),
);

/** Returns the warning for a chapter that the book does not have. */
export function unknownChapter(chapter: number | string, sections: number): EmbedWarning {
  return {
    parameter: 'chapter',
    value: String(chapter),
    detail:
      typeof chapter === 'number'
        ? `The book has the sections 0 to ${sections - 1}. Its first readable section is sent.`
        : 'The book has no such chapter. Its first readable section is sent.',
  };
}

/** Returns the warning for a locale without a translation of the controls, or null. */
export function localeWarning(locale: string | undefined): EmbedWarning | null {
  if (locale === undefined) return null;
  const [language = ''] = locale.toLowerCase().split('-');
  if (interfaceLanguages.has(language)) return null;
  const known = [...interfaceLanguages].sort().join(', ');
  return {
    parameter: 'locale',
    value: locale,
    detail: `The controls have no translation for \`${locale}\`. They use the browser’s language or English. Translations: ${known}.`,
  };
}
