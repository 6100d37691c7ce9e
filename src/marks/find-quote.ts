import { align, type Alignment } from './align.ts';
import { foldText, type FoldedText } from './fold-text.ts';
import { longestQuote, type Quote } from './mark.ts';

/** A stretch of a section’s text. */
export interface Stretch {
  start: number;
  end: number;
}

/** Longest pattern that is laid into the text as a whole; of a longer quote, so much of each end is. */
const longestPattern = 96;
/** Of a quote, so many of a hundred characters may have changed. */
const mostChanged = 0.34;
/** Shorter quotes are found by what stands around them, too. */
const tellingLength = 20;
/** Places looked at, the likeliest first: they bound the time. */
const mostPlaces = 6;
const mostOccurrences = 400;

/** Finds quotes in one text; what it learns of the text is kept for the next. */
export class QuoteFinder {
  readonly #whole: string;
  #folded: FoldedText | null = null;

  constructor(whole: string) {
    this.#whole = whole;
  }

  /** Whether a quote stands at its place. */
  stands({ exact: quoted }: Quote, { start, end }: Stretch): boolean {
    const exact = foldText(quoted).text;
    const here = foldText(this.#whole.slice(start, end)).text;
    return exact !== '' && (isCut(quoted) ? here.startsWith(exact) : here === exact);
  }

  /**
   * Where a quote stands in a text that may be another edition’s: in its place, else where the same words
   * stand most alike, else where words differ a little. Null when there are none.
   */
  find(quote: Quote, near: Stretch): Stretch | null {
    if (this.stands(quote, near)) return { start: near.start, end: near.end };
    const exact = foldText(quote.exact).text;
    if (exact === '') return null;
    const text = (this.#folded ??= foldText(this.#whole));
    const isLong = isCut(quote.exact);
    const prefix = foldText(quote.prefix).text;
    const suffix = isLong ? '' : foldText(quote.suffix).text;
    const expected = text.indexAt(near.start);
    const length = isLong ? text.indexAt(near.end) - expected : exact.length;
    const pattern = { prefix, exact, suffix };
    const at = occurrence(text.text, pattern, expected);
    if (at !== null) return unfold(text, at, Math.min(text.text.length, at + length));
    const found = isLong
      ? headOf(text.text, pattern, expected, length)
      : resembling(text.text, pattern, expected);
    return found && unfold(text, found.start, found.end);
  }
}

function isCut(exact: string): boolean {
  return exact.length >= longestQuote;
}

interface Pattern {
  prefix: string;
  exact: string;
  suffix: string;
}

/** The index of the same words, where what stands around them is most alike. */
function occurrence(text: string, { prefix, exact, suffix }: Pattern, near: number) {
  const found: number[] = [];
  for (let at = text.indexOf(exact); at >= 0; at = text.indexOf(exact, at + 1)) {
    found.push(at);
    if (found.length > mostOccurrences) found.splice(farthest(found, near), 1);
  }
  const rated = found.map((at) => {
    const end = at + exact.length;
    const before = likeness(prefix, text.slice(Math.max(0, at - prefix.length - 8), at));
    const after = likeness(suffix, text.slice(end, end + suffix.length + 8));
    return { at, around: before + after };
  });
  const [best] = rated.toSorted(
    (a, b) => b.around - a.around || Math.abs(a.at - near) - Math.abs(b.at - near),
  );
  if (!best) return null;
  return exact.length >= tellingLength || best.around >= 1 ? best.at : null;
}

function farthest(places: readonly number[], near: number): number {
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  return Math.abs(first - near) > Math.abs(last - near) ? 0 : places.length - 1;
}

/** 0–1; nothing is like nothing. */
function likeness(pattern: string, text: string): number {
  if (pattern === '') return text === '' ? 1 : 0.5;
  return Math.max(0, 1 - sum(align(pattern, text).costs) / pattern.length);
}

function resembling(text: string, pattern: Pattern, near: number): Stretch | null {
  const { exact, suffix } = pattern;
  if (exact.length <= longestPattern) return lay(text, pattern, near);
  const half = longestPattern / 2;
  const head = headOf(text, pattern, near, exact.length);
  const from = head?.start ?? near;
  const tail = lay(
    text,
    { prefix: exact.slice(-longestPattern, -half), exact: exact.slice(-half), suffix },
    from + exact.length - half,
  );
  if (!head) return tail && { start: Math.max(0, tail.end - exact.length), end: tail.end };
  const isOne = tail && tail.end > head.start && tail.end - head.start < exact.length * 1.5;
  return isOne ? { start: head.start, end: tail.end } : head;
}

/** A long stretch by how it begins. */
function headOf(text: string, { prefix, exact }: Pattern, near: number, length: number) {
  const half = longestPattern / 2;
  const found = lay(
    text,
    { prefix, exact: exact.slice(0, half), suffix: exact.slice(half, longestPattern) },
    near,
  );
  return found && { start: found.start, end: Math.min(text.length, found.start + length) };
}

/** Lays a quote with its surroundings into every place where it may have been. */
function lay(text: string, { prefix, exact, suffix }: Pattern, near: number): Stretch | null {
  const whole = prefix + exact + suffix;
  const slack = Math.ceil(whole.length * mostChanged);
  let best: { cost: number; found: Stretch } | null = null;
  for (const place of likelyPlaces(text, whole, near - prefix.length)) {
    const from = Math.max(0, place - slack);
    const laid = align(whole, text.slice(from, place + whole.length + slack));
    const cost = sum(laid.costs);
    if (best && best.cost <= cost) continue;
    const found = stretchOf(laid, prefix.length, exact.length);
    if (found) best = { cost, found: { start: found.start + from, end: found.end + from } };
  }
  return best?.found ?? null;
}

function stretchOf(laid: Alignment, at: number, length: number): Stretch | null {
  const changed = sum(laid.costs.subarray(at, at + length)) / length;
  const around = laid.costs.length - length;
  const others = sum(laid.costs) - sum(laid.costs.subarray(at, at + length));
  const start = laid.starts[at] ?? 0;
  const end = laid.ends[at + length - 1] ?? 0;
  if (changed > mostChanged || end <= start) return null;
  // Few words may be alike by chance: what stands around them must be, too.
  return length < tellingLength && others > around * mostChanged ? null : { start, end };
}

/** Where a pattern may begin: most of its pieces stand there, in their order. */
function likelyPlaces(text: string, pattern: string, near: number): number[] {
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
    .slice(0, mostPlaces)
    .map(({ place }) => Math.max(0, place));
}

function unfold(text: FoldedText, start: number, end: number): Stretch {
  return { start: text.offsetAt(start), end: text.offsetAt(end - 1) + 1 };
}

function sum(costs: Uint8Array): number {
  return costs.reduce((all, one) => all + one, 0);
}
