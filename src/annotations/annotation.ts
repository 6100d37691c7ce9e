/** UTF-16 code units. */
const maxLabelLength = 60;

/** Colours of highlights; each has a token `--svc-mark-…`. */
export const highlightColors = ['yellow', 'green', 'blue', 'pink', 'purple'] as const;
export type HighlightColor = (typeof highlightColors)[number];

/** Words of the book, and a little of what stands around them. White space counts for nothing. */
export interface TextQuote {
  /** At most `longestQuote`: of a longer one, its beginning. */
  exact: string;
  prefix: string;
  suffix: string;
}

export const maxQuoteLength = 4000;
/** Characters before and after a quote: enough to tell two of the same apart. */
export const quoteContextLength = 32;

/** What a person has marked in a book. */
export interface Annotation {
  /** A URL, `urn:uuid:…` of those that are made here. */
  id: string;
  kind: 'bookmark' | 'highlight';
  color: HighlightColor;
  /** Empty for none. */
  note: string;
  /** Path of the section's document in the container. */
  href: string;
  /** Id of a serial's chapter; null in other books. */
  chapter: string | null;
  /** Title of what it stands in. */
  heading: string;
  /** Place in the reading order where it was seen last. */
  section: number;
  /** Text offsets in the section; those of a bookmark are its quote's. */
  start: number;
  end: number;
  quote: TextQuote;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
}

/** Marks in the order of the book. */
export function sortedByPosition(marks: readonly Annotation[]): Annotation[] {
  return marks.toSorted(
    (a, b) => a.section - b.section || a.start - b.start || a.createdAt.localeCompare(b.createdAt),
  );
}

/** A new mark's id. */
export function newAnnotationId(random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  const bytes = random(new Uint8Array(16));
  const hex = [...bytes].map((byte, at) => {
    // A version 4 UUID; `crypto.randomUUID` is missing on pages without TLS.
    const value = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    return value.toString(16).padStart(2, '0');
  });
  const groups = [
    hex.slice(0, 4),
    hex.slice(4, 6),
    hex.slice(6, 8),
    hex.slice(8, 10),
    hex.slice(10),
  ];
  return `urn:uuid:${groups.map((group) => group.join('')).join('-')}`;
}

/** Where a bookmark stands: the first words there, whole and in one line, with an ellipsis where the sentence goes on. */
export function bookmarkLabel({ exact, suffix }: TextQuote): string {
  const text = exact + suffix;
  const limit = Math.min(exact.length, maxLabelLength);
  if (text.trimEnd().length <= limit) return oneLine(text);
  let end = 0;
  // Words of Chinese and Japanese have no spaces between them.
  for (const { index } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (index > limit) break;
    end = index;
  }
  const words = oneLine(text.slice(0, end)).replace(/[\s\p{Ps}\p{Pi}\p{Pd},;:،؛、，；：]+$/u, '');
  if (/[.!?…؟。！？]\p{P}*$/u.test(words)) return words;
  return `${words || oneLine(text.slice(0, limit))}…`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
