import { parse } from 'isbn3';

/**
 * Returns the 13 digits of an ISBN-10 or ISBN-13, with or without hyphens, or null if the check
 * digit is wrong.
 */
export function toIsbn13(text: string): string | null {
  const plain = text.replace(/^urn:isbn:/i, '').replace(/[\s\u2010-\u2015]/g, '-');
  const digits = plain.replaceAll('-', '');
  // The package lags behind newly assigned ranges, so 13 digits are validated only by check digit.
  if (/^97[89]\d{10}$/.test(digits)) return hasValidCheckDigit(digits) ? digits : null;
  return parse(plain)?.isbn13 ?? null;
}

/** ISO 2108. With digits weighted alternately by 1 and 3, the sum must be a multiple of ten. */
function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}
