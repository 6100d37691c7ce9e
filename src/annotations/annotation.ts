/** Maximum length of a bookmark label in UTF-16 code units. */
const maxLabelLength = 60;

/** Highlight colors. Each color has a token `--svc-mark-…`. */
export const highlightColors = ['yellow', 'green', 'blue', 'pink', 'purple'] as const;
export type HighlightColor = (typeof highlightColors)[number];

/** A passage of the book with some text on both sides. White space is ignored in comparisons. */
export interface TextQuote {
  /** The first `maxQuoteLength` code units of the passage. */
  exact: string;
  prefix: string;
  suffix: string;
}

export const maxQuoteLength = 4000;

/** Maximum number of annotations read from a file or a store. */
export const maxAnnotations = 10_000;

/**
 * Length in UTF-16 code units of the context before and after a quote, which distinguishes
 * identical quotes.
 */
export const quoteContextLength = 32;

/** A bookmark or highlight made by a reader. */
export interface Annotation {
  /** A URI, which is `urn:uuid:…` for annotations created by this reader. */
  id: string;
  kind: 'bookmark' | 'highlight';
  color: HighlightColor;
  /** The note, or empty if there is none. */
  note: string;
  /** Path of the section's document in the container. */
  href: string;
  /** Id of the chapter in a serial, or null in other books. */
  chapter: string | null;
  /** Title of the chapter that contains the annotation. */
  heading: string;
  /** Spine index of the section in which the annotation was last found. */
  section: number;
  /** Text offsets in the section. For a bookmark, they delimit its quote. */
  start: number;
  end: number;
  /**
   * For a bookmark, the share of the section before its page, 0–1. Distinguishes pages without
   * text, which have the same offset.
   */
  share?: number;
  quote: TextQuote;
  /** Creation time in ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
}

/** Returns annotations sorted by position in the book. */
export function sortedByPosition(annotations: readonly Annotation[]): Annotation[] {
  return annotations.toSorted(
    (a, b) =>
      a.section - b.section ||
      a.start - b.start ||
      (a.share ?? 0) - (b.share ?? 0) ||
      a.createdAt.localeCompare(b.createdAt),
  );
}

/** Returns a new random annotation id. */
export function newAnnotationId(random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  const bytes = random(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => {
    // Build a version 4 UUID, because `crypto.randomUUID` is missing on pages without TLS.
    const value = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
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

/**
 * Returns a bookmark's label, which is the first words at its position on one line, with an
 * ellipsis if the sentence continues.
 */
export function bookmarkLabel({ exact, suffix }: TextQuote): string {
  const text = exact + suffix;
  const limit = Math.min(exact.length, maxLabelLength);
  if (text.trimEnd().length <= limit) return oneLine(text);
  let end = 0;
  // Chinese and Japanese do not separate words with spaces.
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
