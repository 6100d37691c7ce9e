import { parse } from 'isbn3';

/** The thirteen digits of an ISBN-10 or ISBN-13, hyphens allowed; null when its check digit is wrong. */
export function isbn13(text: string): string | null {
  return parse(text.replace(/^urn:isbn:/i, '').replace(/[\s\u2010-\u2015]/g, '-'))?.isbn13 ?? null;
}
