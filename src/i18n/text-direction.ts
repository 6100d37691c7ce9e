/** ISO 15924 codes of the scripts that run from right to left and that are in use today. */
const rightToLeftScripts = new Set(
  'Adlm Arab Aran Hebr Mand Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '),
);

/** Which way the words of a language run; by its script, as not every engine tells more. @param locale - BCP 47 tag. */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  try {
    return rightToLeftScripts.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
