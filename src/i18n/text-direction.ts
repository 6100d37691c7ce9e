/** ISO 15924 codes of right-to-left scripts in use today. */
const rightToLeftScripts = new Set(
  'Adlm Arab Aran Hebr Mand Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '),
);

/**
 * Frequent languages without a script subtag. Their direction is known without `maximize`, which
 * takes tens of milliseconds on a phone.
 */
const leftToRight = /^(?:de|en|es|fr|it|ja|ko|nl|pl|pt|ru|zh)(?:-|$)(?!\w{4}\b)/i;

/**
 * Returns the direction of a language from its script, because some engines do not support
 * `getTextInfo`.
 * @param locale - BCP 47 tag.
 */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  if (leftToRight.test(locale)) return 'ltr';
  try {
    return rightToLeftScripts.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
