import { parse } from 'isbn3';

/** The thirteen digits of an ISBN-10 or ISBN-13, hyphens allowed; null when its check digit is wrong. */
export function toIsbn13(text: string): string | null {
  const plain = text.replace(/^urn:isbn:/i, '').replace(/[\s\u2010-\u2015]/g, '-');
  const digits = plain.replaceAll('-', '');
  // Ranges are given out faster than packages are published: what is no ISBN is told by its digits.
  if (/^97[89]\d{10}$/.test(digits)) return hasValidCheckDigit(digits) ? digits : null;
  return parse(plain)?.isbn13 ?? null;
}

/** ISO 2108: weights of 1 and 3 in turn, a multiple of ten in all. */
function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}
