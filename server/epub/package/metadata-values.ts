import type { PublicationMetadata } from '../contract.ts';
import type { XmlElement } from '../xml/node.ts';

/** Placeholder that some programs use for an unknown date. */
const placeholderDate = '0101-01-01';

const paragraphElements = new Set([
  'p',
  'div',
  'li',
  'br',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
]);

const skippedElements = new Set(['script', 'style']);
type Identifier = PublicationMetadata['identifiers'][number];

/** ONIX code list 5 values used as `identifier-type`. */
const onixTypes: Record<string, string> = { '02': 'isbn', '15': 'isbn', '06': 'doi', '22': 'urn' };

const schemeNames: Record<string, string> = {
  'isbn-10': 'isbn',
  'isbn-13': 'isbn',
  isbn10: 'isbn',
  isbn13: 'isbn',
  'mobi-asin': 'asin',
  amazon: 'asin',
  url: 'uri',
};

/**
 * Splits an identifier into its scheme and bare value. The scheme is either declared or derived
 * from the identifier's form. It is `isbn` (digits only), `uuid`, `doi`, `uri`, another scheme in
 * lower case, or `unknown`.
 */
export function parseEpubIdentifier(text: string, declaredScheme: string | undefined): Identifier {
  const value = text.trim();
  const urn = /^urn:([a-z0-9][a-z0-9-]*):(.+)$/is.exec(value);
  const prefixed = /^(isbn|doi|uuid|issn|asin|oclc)[:\s]\s*(.+)$/is.exec(value);
  const [, prefix, rest = value] = urn ?? prefixed ?? [];
  const declared = declaredScheme?.trim().toLowerCase() ?? '';
  const scheme =
    prefix?.toLowerCase() ??
    onixTypes[declared] ??
    schemeNames[declared] ??
    (/[a-z]/.test(declared) ? declared : schemeByForm(value));
  if (scheme === 'isbn') {
    const isbn = bareIsbn(rest);
    return isbn ? { scheme, value: isbn } : { scheme: 'unknown', value };
  }
  if (scheme === 'doi') return { scheme, value: bareDoi(rest) };
  return { scheme, value: rest };
}

function schemeByForm(value: string): string {
  if (bareDoi(value) !== value || /^10\.\d{4,9}\/\S+$/.test(value)) return 'doi';
  if (/^https?:\/\//i.test(value)) return 'uri';
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return 'uuid';
  return bareIsbn(value) ? 'isbn' : 'unknown';
}

function bareDoi(value: string): string {
  return value.replace(/^https?:\/\/(?:dx\.)?doi\.org\//i, '');
}

/** Returns the digits of an ISBN, or null if its check digit is wrong. */
function bareIsbn(value: string): string | null {
  const digits = value.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) {
    const sum = [...digits].reduce(
      (total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1),
      0,
    );
    return sum % 10 === 0 ? digits : null;
  }
  if (!/^\d{9}[\dX]$/.test(digits)) return null;
  const sum = [...digits].reduce(
    (total, digit, index) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - index),
    0,
  );
  return sum % 11 === 0 ? digits : null;
}

/**
 * Parses a date as an ISO 8601 day, month or year. `isSound` states whether it has the format that
 * EPUB requires (W3C note on date and time formats). If not, `date` is the first year in the text,
 * or null.
 */
export function parseMetadataDate(text: string): { date: string | null; isSound: boolean } {
  const [, year, month, day] =
    /^\s*(-?\d{4})(?:-(\d\d)(?:-(\d\d)(?:T.*)?)?)?\s*$/s.exec(text) ??
    /^\s*(-?\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?![\d-])/.exec(text) ??
    [];
  const parts = [year, month, day].filter((part) => part !== undefined);
  const precise = parts.filter((part) => part !== '00').join('-');
  if (precise.startsWith(placeholderDate)) return { date: null, isSound: true };
  if (year !== undefined && isCalendarDate(year, month, day))
    return { date: precise, isSound: true };
  return { date: /(?<!\d)(1\d{3}|20\d\d)(?:\d{4})?(?!\d)/.exec(text)?.[1] ?? null, isSound: false };
}

function isCalendarDate(year: string, month = '01', day = '01'): boolean {
  if (month === '00' || day === '00') return Number(month) <= 12 && Number(day) <= 31;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** Converts HTML to plain text with one line per paragraph. */
export function htmlToPlainText(element: XmlElement): string {
  return linesOf(element)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

function linesOf(element: XmlElement): string {
  const name = element.name.toLowerCase();
  if (skippedElements.has(name)) return '';
  const text = element.children
    .map((child) => (typeof child === 'string' ? child.replaceAll('\n', ' ') : linesOf(child)))
    .join('');
  return paragraphElements.has(name) ? `\n${text}\n` : text;
}
