import type { LanguageCount } from './contract.ts';

const english = new Intl.DisplayNames(['en'], { type: 'language' });

/** A language with its names; its tag stands in where there is none. */
export function withLanguageNames({
  value,
  count,
}: {
  value: string;
  count: number;
}): LanguageCount {
  return {
    language: value,
    name: nativeName(value),
    englishName: displayName(english, value),
    count,
  };
}

function nativeName(tag: string): string {
  try {
    return displayName(new Intl.DisplayNames([tag], { type: 'language' }), tag);
  } catch {
    return tag;
  }
}

/** What a book calls its language need not be a tag at all. */
function displayName(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
