import { regionOf, writeAs } from './plural.ts';

/**
 * The same words as another region writes its numbers, dates and amounts.
 *
 * @param locale - BCP 47 tag of their language: `en-GB` for English words.
 */
export function inRegion<Words extends { locale: string }>(words: Words, locale: string): Words {
  return words.locale === locale ? words : rewritten(words, locale);
}

function rewritten<Words extends object>(words: Words, locale: string): Words {
  const told = Object.entries(words).map(([name, one]): [string, unknown] => [
    name,
    name === 'locale' ? locale : written(one, locale),
  ]);
  return { ...words, ...Object.fromEntries(told) };
}

function written(one: unknown, locale: string): unknown {
  if (typeof one === 'object' && one !== null) return rewritten(one, locale);
  if (typeof one !== 'function') return one;
  return (...values: unknown[]): unknown => {
    const before = regionOf();
    writeAs(locale);
    try {
      return Reflect.apply(one, undefined, values);
    } finally {
      writeAs(before);
    }
  };
}
