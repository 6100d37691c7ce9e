import { contextLength, longestQuote, markColors, type Mark } from './mark.ts';

export const longestNote = 20_000;
const longestName = 1000;
const largestOffset = 2 ** 31;

/**
 * A mark out of a Web Annotation that anyone may have written; null when it names no place in a book. What
 * is too long is cut, and what is not understood left out.
 *
 * @param nowIso - When it was made, if it does not say.
 */
export function readAnnotation(value: unknown, nowIso: string): Mark | null {
  const one = fieldsOf(value);
  const id = text(one.id, 200);
  const target = fieldsOf(one.target);
  const meta = fieldsOf(target.meta);
  const href = text(target.source, longestName);
  const selectors = listOf(target.selector).map(fieldsOf);
  const quote = selectors.find(({ type }) => type === 'TextQuoteSelector') ?? {};
  const position = selectors.find(({ type }) => type === 'TextPositionSelector') ?? {};
  const start = offset(position.start);
  const end = offset(position.end);
  const exact = text(quote.exact, longestQuote);
  const isPlaced = exact !== '' || (start !== null && end !== null);
  if (!/^[\x21-\x7e]+$/.test(id) || href === '' || !isPlaced || one.type !== 'Annotation')
    return null;
  const bodies = listOf(one.body).map(fieldsOf);
  const body = bodies.find(({ type }) => type === 'TextualBody') ?? bodies[0] ?? {};
  const createdAt = instant(one.created) ?? nowIso;
  return {
    id,
    kind: one.motivation === 'bookmarking' ? 'bookmark' : 'highlight',
    color: markColors.find((color) => color === body.color) ?? 'yellow',
    note: text(body.value, longestNote),
    href,
    chapter: text(meta.chapter, 100) || null,
    heading: text(fieldsOf(listOf(meta.headings)[0]).txt, longestName),
    section: offset(meta.section) ?? 0,
    start: start ?? 0,
    end: Math.max(start ?? 0, end ?? 0),
    quote: {
      exact,
      prefix: lastOf(text(quote.prefix, longestName)),
      suffix: text(quote.suffix, contextLength),
    },
    createdAt,
    updatedAt: instant(one.modified) ?? createdAt,
  };
}

/** A place is told by what stands right before it. */
function lastOf(prefix: string): string {
  return prefix.slice(-contextLength);
}

function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, 20);
  return value === undefined ? [] : [value];
}

/** Without what controls a terminal or the direction of other text. */
function text(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  return value
    .slice(0, most)
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (one) => ('\n\t'.includes(one) ? one : ''))
    .toWellFormed();
}

function offset(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < largestOffset
    ? value
    : null;
}

function instant(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 40) return null;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
