import { fold } from '../values/fold.ts';

/** ISO 639-1 codes of the languages of books. */
const languages =
  'af ar bg bn br ca cs cy da de el en eo es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka ko la lt lv mi mk ms nl no oc pl pt ro ru sa sk sl sq sr sv ta te th tl tr uk ur vi yi zh';

/** Languages in which people type language names. */
const locales = 'ar ca cs da de el en es fi fr he hi hu id it ja ko nl no pl pt ro ru sv tr uk zh';

let codes: Map<string, string[]> | null = null;

/**
 * Returns the languages with this folded name in any supported language: “spanish”, “español”,
 * “spanisch”.
 */
export function languagesNamed(word: string): readonly string[] {
  codes ??= readNames();
  return codes.get(word) ?? [];
}

function readNames(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const code of languages.split(' ')) {
    for (const locale of [...locales.split(' '), code]) {
      const name = fold(new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? '');
      const own = found.get(name) ?? [];
      if (!own.includes(code)) found.set(name, [...own, code]);
    }
  }
  return found;
}
