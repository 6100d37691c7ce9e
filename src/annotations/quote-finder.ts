import { alignTexts, type Alignment } from './align-texts.ts';
import { foldText, type FoldedText } from './fold-text.ts';
import { maxQuoteLength, type TextQuote } from './annotation.ts';

/** A stretch of a section’s text. */
export interface OffsetRange {
  start: number;
  end: number;
}

/** Longest pattern that is laid into the text as a whole; of a longer quote, so much of each end is. */
const maxPatternLength = 96;
/** Of a quote, so many of a hundred characters may have changed. */
const maxChangedShare = 0.34;
/** Shorter quotes are found by what stands around them, too. */
const distinctiveLength = 20;
/** Places looked at, the likeliest first: they bound the time. */
const maxCandidates = 6;
const maxOccurrences = 400;

/** Finds quotes in one text; what it learns of the text is kept for the next. */
export class QuoteFinder {
  readonly #whole: string;
  #folded: FoldedText | null = null;

  constructor(whole: string) {
    this.#whole = whole;
  }

  /** Whether a quote stands at its place. */
  matchesAt({ exact: quoted }: TextQuote, { start, end }: OffsetRange): boolean {
    const exact = foldText(quoted).text;
    const here = foldText(this.#whole.slice(start, end)).text;
    return exact !== '' && (isTruncated(quoted) ? here.startsWith(exact) : here === exact);
  }

  /**
   * Where a quote stands in a text that may be another edition’s: in its place, else where the same words
   * stand most alike, else where words differ a little. Null when there are none.
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
    const at = findExact(text.text, pattern, expected);
    if (at !== null) return unfold(text, at, Math.min(text.text.length, at + length));
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

/** The index of the same words, where what stands around them is most alike. */
function findExact(text: string, { prefix, exact, suffix }: QuotePattern, near: number) {
  const found: number[] = [];
  for (let at = text.indexOf(exact); at >= 0; at = text.indexOf(exact, at + 1)) {
    found.push(at);
    if (found.length > maxOccurrences) found.splice(farthestIndex(found, near), 1);
  }
  const rated = found.map((at) => {
    const end = at + exact.length;
    const before = similarity(prefix, text.slice(Math.max(0, at - prefix.length - 8), at));
    const after = similarity(suffix, text.slice(end, end + suffix.length + 8));
    return { at, around: before + after };
  });
  const [best] = rated.toSorted(
    (a, b) => b.around - a.around || Math.abs(a.at - near) - Math.abs(b.at - near),
  );
  if (!best) return null;
  return exact.length >= distinctiveLength || best.around >= 1 ? best.at : null;
}

function farthestIndex(places: readonly number[], near: number): number {
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  return Math.abs(first - near) > Math.abs(last - near) ? 0 : places.length - 1;
}

/** 0–1; nothing is like nothing. */
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
  const isOne = tail && tail.end > head.start && tail.end - head.start < exact.length * 1.5;
  return isOne ? { start: head.start, end: tail.end } : head;
}

/** A long stretch by how it begins. */
function findByStart(text: string, { prefix, exact }: QuotePattern, near: number, length: number) {
  const half = maxPatternLength / 2;
  const found = findAligned(
    text,
    { prefix, exact: exact.slice(0, half), suffix: exact.slice(half, maxPatternLength) },
    near,
  );
  return found && { start: found.start, end: Math.min(text.length, found.start + length) };
}

/** Lays a quote with its surroundings into every place where it may have been. */
function findAligned(
  text: string,
  { prefix, exact, suffix }: QuotePattern,
  near: number,
): OffsetRange | null {
  const whole = prefix + exact + suffix;
  const slack = Math.ceil(whole.length * maxChangedShare);
  let best: { cost: number; found: OffsetRange } | null = null;
  for (const place of candidatePositions(text, whole, near - prefix.length)) {
    const from = Math.max(0, place - slack);
    const laid = alignTexts(whole, text.slice(from, place + whole.length + slack));
    const cost = sum(laid.costs);
    if (best && best.cost <= cost) continue;
    const found = alignedRange(laid, prefix.length, exact.length);
    if (found) best = { cost, found: { start: found.start + from, end: found.end + from } };
  }
  return best?.found ?? null;
}

function alignedRange(laid: Alignment, at: number, length: number): OffsetRange | null {
  const changed = sum(laid.costs.subarray(at, at + length)) / length;
  const around = laid.costs.length - length;
  const others = sum(laid.costs) - sum(laid.costs.subarray(at, at + length));
  const start = laid.starts[at] ?? 0;
  const end = laid.ends[at + length - 1] ?? 0;
  if (changed > maxChangedShare || end <= start) return null;
  // Few words may be alike by chance: what stands around them must be, too.
  return length < distinctiveLength && others > around * maxChangedShare ? null : { start, end };
}

/** Where a pattern may begin: most of its pieces stand there, in their order. */
function candidatePositions(text: string, pattern: string, near: number): number[] {
  const size = Math.max(3, Math.min(12, Math.floor(pattern.length / 10)));
  const width = 16;
  const votes = new Map<number, number>();
  for (let at = 0; at + size <= pattern.length; at += size) {
    const piece = pattern.slice(at, at + size);
    for (let hit = text.indexOf(piece); hit >= 0; hit = text.indexOf(piece, hit + 1)) {
      const bucket = Math.floor((hit - at) / width);
      votes.set(bucket, (votes.get(bucket) ?? 0) + 1);
    }
  }
  const rated = [...votes.keys()].map((bucket) => ({
    place: bucket * width + width / 2,
    votes: [bucket - 1, bucket, bucket + 1].reduce((all, one) => all + (votes.get(one) ?? 0), 0),
  }));
  return rated
    .filter((one) => one.votes > 1)
    .toSorted((a, b) => b.votes - a.votes || Math.abs(a.place - near) - Math.abs(b.place - near))
    .slice(0, maxCandidates)
    .map(({ place }) => Math.max(0, place));
}

function unfold(text: FoldedText, start: number, end: number): OffsetRange {
  return { start: text.offsetAt(start), end: text.offsetAt(end - 1) + 1 };
}

function sum(costs: Uint8Array): number {
  return costs.reduce((all, one) => all + one, 0);
}
