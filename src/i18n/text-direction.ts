/** ISO 15924 codes of right-to-left scripts in use today. */
const rightToLeftScripts = new Set(
  'Adlm Arab Aran Hebr Mand Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '),
);

/**
 * Returns the direction of a language from its script, because some engines do not support
 * `getTextInfo`.
 * @param locale - BCP 47 tag.
 */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  try {
    return rightToLeftScripts.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
