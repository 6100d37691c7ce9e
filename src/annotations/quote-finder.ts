import { alignTexts, type Alignment } from './align-texts.ts';
import { foldText, type FoldedText } from './fold-text.ts';
import { maxQuoteLength, type TextQuote } from './annotation.ts';

/** A range in a section's text, in UTF-16 code units. */
export interface OffsetRange {
  start: number;
  end: number;
}

/** Maximum pattern length aligned as a whole. Only both ends of a longer quote are aligned. */
const maxPatternLength = 96;
/** Maximum share of a quote's characters that may have changed. */
const maxChangedShare = 0.34;
/** Length below which quotes must also match their context. */
const distinctiveLength = 20;
/** Number of candidate positions examined, most likely first, which limits the search time. */
const maxCandidates = 6;
const maxOccurrences = 400;

/** Finds quotes in one section's text, which is folded once and reused. */
export class QuoteFinder {
  readonly #whole: string;
  #folded: FoldedText | null = null;

  constructor(whole: string) {
    this.#whole = whole;
  }

  /** Whether the text at the given range is the quote. */
  matchesAt({ exact: quoted }: TextQuote, { start, end }: OffsetRange): boolean {
    const exact = foldText(quoted).text;
    const current = foldText(this.#whole.slice(start, end)).text;
    return exact !== '' && (isTruncated(quoted) ? current.startsWith(exact) : current === exact);
  }

  /**
   * Finds a quote in text that may belong to another edition. The result is the old range if it
   * still matches, otherwise the exact occurrence with the most similar context, otherwise the
   * closest approximate match. Returns null if there is no match.
   */
  find(quote: TextQuote, near: OffsetRange): OffsetRange | null {
    if (this.matchesAt(quote, near)) return { start: near.start, end: near.end };
    const exact = foldText(quote.exact).text;
    if (exact === '') return null;
    const text = (this.#folded ??= foldText(this.#whole));
    const isLong = isTruncated(quote.exact);
    const prefix = foldText(quote.prefix).text;
    const suffix = isLong ? '' : foldText(quote.suffix).text;
    const expected = text.indexAt(near.start);
    const length = isLong ? text.indexAt(near.end) - expected : exact.length;
    const pattern = { prefix, exact, suffix };
    const index = findExact(text.text, pattern, expected);
    if (index !== null) return unfold(text, index, Math.min(text.text.length, index + length));
    const found = isLong
      ? findByStart(text.text, pattern, expected, length)
      : findSimilar(text.text, pattern, expected);
    return found && unfold(text, found.start, found.end);
  }
}

function isTruncated(exact: string): boolean {
  return exact.length >= maxQuoteLength;
}

interface QuotePattern {
  prefix: string;
  exact: string;
  suffix: string;
}

/** Returns the index of the exact occurrence with the most similar context. */
function findExact(text: string, { prefix, exact, suffix }: QuotePattern, near: number) {
  const found: number[] = [];
  for (let index = text.indexOf(exact); index >= 0; index = text.indexOf(exact, index + 1)) {
    found.push(index);
    if (found.length > maxOccurrences) found.splice(farthestIndex(found, near), 1);
  }
  const ranked = found.map((index) => {
    const end = index + exact.length;
    const before = similarity(prefix, text.slice(Math.max(0, index - prefix.length - 8), index));
    const after = similarity(suffix, text.slice(end, end + suffix.length + 8));
    return { index, similarity: before + after };
  });
  const [best] = ranked.toSorted(
    (a, b) => b.similarity - a.similarity || Math.abs(a.index - near) - Math.abs(b.index - near),
  );
  if (!best) return null;
  return exact.length >= distinctiveLength || best.similarity >= 1 ? best.index : null;
}

function farthestIndex(positions: readonly number[], near: number): number {
  const [first = 0, last = 0] = [positions[0], positions.at(-1)];
  return Math.abs(first - near) > Math.abs(last - near) ? 0 : positions.length - 1;
}

/** Returns the similarity from 0 to 1. Empty contexts at both ends count as equal. */
function similarity(pattern: string, text: string): number {
  if (pattern === '') return text === '' ? 1 : 0.5;
  return Math.max(0, 1 - sum(alignTexts(pattern, text).costs) / pattern.length);
}

function findSimilar(text: string, pattern: QuotePattern, near: number): OffsetRange | null {
  const { exact, suffix } = pattern;
  if (exact.length <= maxPatternLength) return findAligned(text, pattern, near);
  const half = maxPatternLength / 2;
  const head = findByStart(text, pattern, near, exact.length);
  const from = head?.start ?? near;
  const tail = findAligned(
    text,
    { prefix: exact.slice(-maxPatternLength, -half), exact: exact.slice(-half), suffix },
    from + exact.length - half,
  );
  if (!head) return tail && { start: Math.max(0, tail.end - exact.length), end: tail.end };
  const isOnePassage = tail && tail.end > head.start && tail.end - head.start < exact.length * 1.5;
  return isOnePassage ? { start: head.start, end: tail.end } : head;
}

/** Finds a long passage by aligning its start and its end. */
function findByStart(text: string, { prefix, exact }: QuotePattern, near: number, length: number) {
  const half = maxPatternLength / 2;
  const found = findAligned(
    text,
    { prefix, exact: exact.slice(0, half), suffix: exact.slice(half, maxPatternLength) },
    near,
  );
  return found && { start: found.start, end: Math.min(text.length, found.start + length) };
}

/** Aligns a quote and its context at each candidate position and returns the best match. */
function findAligned(
  text: string,
  { prefix, exact, suffix }: QuotePattern,
  near: number,
): OffsetRange | null {
  const whole = prefix + exact + suffix;
  const slack = Math.ceil(whole.length * maxChangedShare);
  let best: { cost: number; found: OffsetRange } | null = null;
  for (const position of candidatePositions(text, whole, near - prefix.length)) {
    const from = Math.max(0, position - slack);
    const alignment = alignTexts(whole, text.slice(from, position + whole.length + slack));
    const cost = sum(alignment.costs);
    if (best && best.cost <= cost) continue;
    const found = alignedRange(alignment, prefix.length, exact.length);
    if (found) best = { cost, found: { start: found.start + from, end: found.end + from } };
  }
  return best?.found ?? null;
}

function alignedRange(alignment: Alignment, index: number, length: number): OffsetRange | null {
  const changed = sum(alignment.costs.subarray(index, index + length)) / length;
  const contextLength = alignment.costs.length - length;
  const others = sum(alignment.costs) - sum(alignment.costs.subarray(index, index + length));
  const start = alignment.starts[index] ?? 0;
  const end = alignment.ends[index + length - 1] ?? 0;
  if (changed > maxChangedShare || end <= start) return null;
  // A few characters can match by chance, so also require a matching context.
  return length < distinctiveLength && others > contextLength * maxChangedShare
    ? null
    : { start, end };
}

/**
 * Returns the candidate start positions of a pattern, where most of its pieces occur in the same
 * order.
 */
function candidatePositions(text: string, pattern: string, near: number): number[] {
  const size = Math.max(3, Math.min(12, Math.floor(pattern.length / 10)));
  const width = 16;
  const votes = new Map<number, number>();
  for (let index = 0; index + size <= pattern.length; index += size) {
    const piece = pattern.slice(index, index + size);
    for (let hit = text.indexOf(piece); hit >= 0; hit = text.indexOf(piece, hit + 1)) {
      const bucket = Math.floor((hit - index) / width);
      votes.set(bucket, (votes.get(bucket) ?? 0) + 1);
    }
  }
  const ranked = [...votes.keys()].map((bucket) => ({
    position: bucket * width + width / 2,
    votes: [bucket - 1, bucket, bucket + 1].reduce((all, one) => all + (votes.get(one) ?? 0), 0),
  }));
  return ranked
    .filter((one) => one.votes > 1)
    .toSorted(
      (a, b) => b.votes - a.votes || Math.abs(a.position - near) - Math.abs(b.position - near),
    )
    .slice(0, maxCandidates)
    .map(({ position }) => Math.max(0, position));
}

function unfold(text: FoldedText, start: number, end: number): OffsetRange {
  return { start: text.offsetAt(start), end: text.offsetAt(end - 1) + 1 };
}

function sum(costs: Uint8Array): number {
  return costs.reduce((all, one) => all + one, 0);
}
