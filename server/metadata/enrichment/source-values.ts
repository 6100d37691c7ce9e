import { cleanLine, cleanLines } from '../../values/clean-text.ts';
import { stripMarkup } from '../../values/strip-markup.ts';
import type { BookMetadata } from '../../books/stored-book.ts';

const maxLineLength = 300;
const maxTextLength = 10_000;
const maxSubjects = 20;
/** A high surrogate left over from a split surrogate pair. */
const danglingSurrogate = /[\ud800-\udbff]$/;

/**
 * Cleans a line from an external response. The result has no markup, no control characters and at
 * most 300 characters. Returns null if it is empty.
 */
export function sanitizeLine(text: string | null | undefined): string | null {
  return (
    cleanLine(stripMarkup(text ?? ''))
      .slice(0, maxLineLength)
      .replace(danglingSurrogate, '')
      .trim() || null
  );
}

/**
 * Cleans paragraphs from an external response. The result has no markup and at most 10,000
 * characters. Returns null if it is empty.
 */
export function sanitizeText(text: string | null | undefined): string | null {
  // Sources mix HTML with paragraphs separated by empty lines.
  const html = (text ?? '').replace(/\n\s*\n/g, '<br>');
  return (
    cleanLines(stripMarkup(html)).slice(0, maxTextLength).replace(danglingSurrogate, '').trim() ||
    null
  );
}

/** Returns a cover's URL with https if it is on one of the source's own hosts, or null. */
export function trustedCoverUrl(text: string | null | undefined, hosts: string[]): string | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  // These hosts support https, but their responses contain http URLs.
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
  const isTrusted = url.protocol === 'https:' && hosts.includes(url.hostname) && url.port === '';
  return isTrusted && url.username === '' && url.password === '' ? url.href : null;
}

/** Returns the first twenty distinct subjects, without a scheme. */
export function toSubjects(labels: (string | null | undefined)[]): BookMetadata['subjects'] {
  const distinct = new Set(labels.flatMap((label) => sanitizeLine(label) ?? []));
  return [...distinct].slice(0, maxSubjects).map((label) => ({ scheme: null, code: null, label }));
}

/** Returns authors with the given names, without duplicates. */
export function toAuthors(names: (string | null | undefined)[]): BookMetadata['contributors'] {
  const distinct = new Set(names.flatMap((name) => sanitizeLine(name) ?? []));
  return [...distinct].map((name) => ({
    name,
    sortName: null,
    role: 'aut',
    birthYear: null,
    deathYear: null,
  }));
}

/**
 * Parses `2004`, `March 2009`, `May 16, 2005` or `2005-05-16` with its precision. Returns null if
 * there is no year.
 */
export function parseDate(text: string | null | undefined): string | null {
  const line = sanitizeLine(text) ?? '';
  const [iso] = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/.exec(line) ?? [];
  if (iso) return iso;
  const [, month, day, year] =
    /^([A-Za-z]{3})[a-z]*\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})$/.exec(line) ?? [];
  const index = months.indexOf((month ?? '').toLowerCase());
  if (year && index >= 0) {
    const parts = [
      year,
      String(index + 1).padStart(2, '0'),
      ...(day ? [day.padStart(2, '0')] : []),
    ];
    return parts.join('-');
  }
  return /\b(1[4-9]\d\d|20\d\d)\b/.exec(line)?.[1] ?? null;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
