import { cleanLine, cleanLines } from '../../values/clean-text.ts';
import { stripMarkup } from '../../values/strip-markup.ts';
import type { BookMetadata } from '../../books/stored-book.ts';

const maxLineLength = 300;
const maxTextLength = 10_000;
const maxSubjects = 20;
/** What a cut leaves of a character of two code units. */
const danglingSurrogate = /[\ud800-\udbff]$/;

/** One line of an outside answer: no markup, no controls, 300 characters at most; null when empty. */
export function sanitizeLine(text: string | null | undefined): string | null {
  return (
    cleanLine(stripMarkup(text ?? ''))
      .slice(0, maxLineLength)
      .replace(danglingSurrogate, '')
      .trim() || null
  );
}

/** Paragraphs of an outside answer: no markup, 10,000 characters at most; null when empty. */
export function sanitizeText(text: string | null | undefined): string | null {
  // Sources mix HTML with paragraphs that only an empty line parts.
  const html = (text ?? '').replace(/\n\s*\n/g, '<br>');
  return (
    cleanLines(stripMarkup(html)).slice(0, maxTextLength).replace(danglingSurrogate, '').trim() ||
    null
  );
}

/** The address of a cover, when it is one of the source's own hosts, by https; else null. */
export function trustedCoverUrl(text: string | null | undefined, hosts: string[]): string | null {
  if (!text || !URL.canParse(text)) return null;
  const url = new URL(text);
  // These hosts still write http, and answer to https.
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:';
  const isOwn = url.protocol === 'https:' && hosts.includes(url.hostname) && url.port === '';
  return isOwn && url.username === '' && url.password === '' ? url.href : null;
}

/** Distinct subjects without a scheme, the first twenty. */
export function toSubjects(labels: (string | null | undefined)[]): BookMetadata['subjects'] {
  const distinct = new Set(labels.flatMap((label) => sanitizeLine(label) ?? []));
  return [...distinct].slice(0, maxSubjects).map((label) => ({ scheme: null, code: null, label }));
}

/** Authors by their names. */
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

/** A date as precise as it is told, from `2004`, `March 2009`, `May 16, 2005` or `2005-05-16`. */
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
