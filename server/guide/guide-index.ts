import { tokenize } from '../search/tokenize.ts';
import type { GuidePage } from './load-guide.ts';
import type { GuideHeading, GuideSection } from './render-markdown.ts';

export interface GuideResult {
  page: GuidePage;
  heading: GuideHeading | null;
  /** The block that contains the most query words, shortened around the first of them. */
  snippet: string;
}

export interface GuideResults {
  /** At most `maxResults` results, best first. */
  results: GuideResult[];
  /** Number of all matching sections. */
  total: number;
}

const maxResults = 20;

/** Length of a snippet, in UTF-16 code units. */
const snippetLength = 220;

/** Points for a word, by its most prominent position. */
const points = { title: 12, heading: 8, text: 2 };

/** Multiplier for the points of whole words. Other words only begin with the query's word. */
const wholeWordFactor = 2;

interface IndexedSection {
  page: GuidePage;
  section: GuideSection;
  /** Points for each word in the section. */
  words: Map<string, number>;
}

export interface GuideIndex {
  /** Returns the sections that contain every query word or a word that begins with it. */
  search(query: string): GuideResults;
}

/** Indexes the sections of all pages in memory. */
export function indexGuide(pages: Iterable<GuidePage>): GuideIndex {
  const sections = Array.from(pages).flatMap((page) =>
    page.sections.map((section) => indexSection(page, section)),
  );
  return {
    search(query) {
      const wanted = wordsOf(query);
      if (wanted.length === 0) return { results: [], total: 0 };
      const found = sections
        .map((one) => ({ ...one, score: score(one.words, wanted) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score);
      const results = found.slice(0, maxResults).map(({ page, section }) => ({
        page,
        heading: section.heading,
        snippet: snippetOf(section.blocks, wanted),
      }));
      return { results, total: found.length };
    },
  };
}

/** Splits text into matches of query words and the parts between them. */
export function markMatches(text: string, query: string): { text: string; isMatch: boolean }[] {
  const wanted = wordsOf(query);
  const parts: { text: string; isMatch: boolean }[] = [];
  let at = 0;
  for (const { word, start, end } of tokenize(text)) {
    if (start < at || !wanted.some((one) => word.startsWith(one))) continue;
    if (start > at) parts.push({ text: text.slice(at, start), isMatch: false });
    parts.push({ text: text.slice(start, end), isMatch: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMatch: false });
  return parts;
}

function indexSection(page: GuidePage, section: GuideSection): IndexedSection {
  const words = new Map<string, number>();
  const add = (text: string, value: number) => {
    for (const word of wordsOf(text)) words.set(word, Math.max(value, words.get(word) ?? 0));
  };
  const { heading } = section;
  if (heading) add(heading.text, heading.depth === 1 ? points.title : points.heading);
  for (const block of section.blocks) add(block, points.text);
  // Words in the page's title count in each of its sections.
  add(page.title, points.text);
  return { page, section, words };
}

/** Returns 0 if a word is missing. */
function score(words: ReadonlyMap<string, number>, wanted: readonly string[]): number {
  let sum = 0;
  for (const one of wanted) {
    let best = 0;
    for (const [word, value] of words) {
      if (!word.startsWith(one)) continue;
      best = Math.max(best, word === one ? value * wholeWordFactor : value);
    }
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

function snippetOf(blocks: readonly string[], wanted: readonly string[]): string {
  let best = blocks[0] ?? '';
  let most = 0;
  for (const block of blocks) {
    const words = wordsOf(block);
    const count = wanted.filter((one) => words.some((word) => word.startsWith(one))).length;
    if (count > most) [best, most] = [block, count];
  }
  return shorten(best, wanted);
}

function shorten(text: string, wanted: readonly string[]): string {
  if (text.length <= snippetLength) return text;
  const first = tokenize(text).find(({ word }) => wanted.some((one) => word.startsWith(one)));
  // A third of the snippet precedes the match.
  const wish = Math.max(0, (first?.start ?? 0) - snippetLength / 3);
  const from = wish === 0 ? 0 : text.indexOf(' ', wish) + 1;
  if (text.length - from <= snippetLength) return `… ${text.slice(from)}`;
  const space = text.lastIndexOf(' ', from + snippetLength);
  const to = space > from ? space : from + snippetLength;
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)} …`.toWellFormed();
}

function wordsOf(text: string): string[] {
  return [...new Set(tokenize(text).map(({ word }) => word))];
}
