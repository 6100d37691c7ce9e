import type { LanguageCount } from './contract.ts';

const english = new Intl.DisplayNames(['en'], { type: 'language' });

/** A language with its names; its tag stands in where there is none. */
export function namedLanguage({ value, count }: { value: string; count: number }): LanguageCount {
  return { language: value, name: ownName(value), englishName: nameOf(english, value), count };
}

function ownName(tag: string): string {
  try {
    return nameOf(new Intl.DisplayNames([tag], { type: 'language' }), tag);
  } catch {
    return tag;
  }
}

/** What a book calls its language need not be a tag at all. */
function nameOf(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
