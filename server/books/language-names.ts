import type { LanguageCount } from './contract.ts';

const english = new Intl.DisplayNames(['en'], { type: 'language' });

/** A language with its names. The tag replaces a missing name. */
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

/** Falls back to the tag itself because a book's language may not be a valid tag. */
function displayName(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
