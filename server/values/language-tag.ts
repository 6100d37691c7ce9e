/** Bibliographic ISO 639-2 codes, which `Intl` does not canonicalize. */
const bibliographicCodes: Record<string, string> = {
  alb: 'sq',
  arm: 'hy',
  baq: 'eu',
  bur: 'my',
  chi: 'zh',
  cze: 'cs',
  dut: 'nl',
  fre: 'fr',
  geo: 'ka',
  ger: 'de',
  gre: 'el',
  ice: 'is',
  mac: 'mk',
  mao: 'mi',
  may: 'ms',
  per: 'fa',
  rum: 'ro',
  slo: 'sk',
  tib: 'bo',
  wel: 'cy',
};

/**
 * Returns the canonical BCP 47 form of a language tag, such as `en-GB` for `EN_gb` or `de` for
 * `ger`, or null if it is invalid.
 */
export function canonicalLanguageTag(value: string | undefined): string | null {
  const tag = value?.trim().replaceAll('_', '-').toLowerCase() ?? '';
  // Reject language names, such as “English”, which would otherwise be valid subtags of reserved
  // length.
  if (!/^(?:[a-z]{2,3}|[ix])(?:-[a-z0-9]{1,8})*$/.test(tag)) return null;
  const [language = '', ...rest] = tag.split('-');
  try {
    return (
      Intl.getCanonicalLocales([bibliographicCodes[language] ?? language, ...rest].join('-'))[0] ??
      null
    );
  } catch {
    return null;
  }
}

/** Whether a language is written from right to left. */
export function isRightToLeft(tag: string): boolean {
  const { script, language } = new Intl.Locale(tag).maximize();
  return (
    ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg'].includes(script ?? '') &&
    language !== 'und'
  );
}
