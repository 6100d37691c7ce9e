import type { DocumentTable } from './document-table.ts';
import type { TextMatch, TypedWords } from './typed-words.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Weight of a minor word in a title. */
const functionWordShare = 0.25;
/** Weight of an article at the start of a title, which people often omit. */
const leadingArticleShare = 0.05;
/** Share of a complete title that counts if the part after the colon was not typed. */
export const mainTitleShare = 0.82;

/**
 * Compares the query with a row's title in three forms: complete, without the part after a colon,
 * and with the subtitle.
 */
export function matchTitle(
  row: number,
  documents: DocumentTable,
  vocabulary: Vocabulary,
  typed: TypedWords,
): TextMatch {
  const { titleWords } = documents;
  const from = documents.titleStart(row);
  const to = documents.titleStart(row + 1);
  const titleEnd = from + documents.titleLength(row);
  const mainEnd = from + documents.mainTitleLength(row);
  typed.reset();
  let covered = 0;
  let reached = 0;
  let total = 0;
  let pairs = 0;
  let last = -2;
  let coverage = 0;
  let reach = 0;
  for (let at = from; at < to; at += 1) {
    const word = titleWords[at] ?? 0;
    let share = 1;
    if (vocabulary.isMinor(word)) {
      share = at === from && vocabulary.isArticle(word) ? leadingArticleShare : functionWordShare;
    }
    total += share;
    typed.read(word, last);
    if (typed.quality === 0) typed.readShort(word, last);
    if (typed.quality > 0) {
      covered += typed.quality * share;
      if (typed.isWhole) reached += share;
      if (typed.term === last + 1) pairs += 1;
      last = typed.term;
    } else if (share === 1) {
      last = -2;
    }
    const isMain = at + 1 === mainEnd && mainEnd < titleEnd;
    if (isMain || at + 1 === titleEnd || at + 1 === to) {
      coverage = Math.max(coverage, ((isMain ? mainTitleShare : 1) * covered) / total);
      reach = Math.max(reach, reached / total);
    }
  }
  return { coverage, reach, share: typed.share(), order: typed.orderOf(pairs), bits: typed.bits };
}

/** Number of quarters that a minor word, any other word, and an article at the start count. */
export const quarters = {
  minor: 4 * functionWordShare,
  other: 4,
  leadingArticle: 4 * leadingArticleShare,
};

/**
 * Returns a divisor in quarters of a word. If typed words make up n quarters, the title's coverage
 * is at most n divided by it. A word that the title repeats is typed only once.
 *
 * @param ends - Numbers of words after which `matchTitle` compares the coverage.
 */
export function leastTitleShare(
  words: number[],
  ends: number[],
  vocabulary: Pick<Vocabulary, 'isMinor' | 'isArticle'>,
): number {
  let least = Infinity;
  const seen = new Set<number>();
  let [all, repeated, repeatedMinor] = [0, 0, 0];
  words.forEach((word, at) => {
    const isMinor = vocabulary.isMinor(word);
    const share = isMinor ? quarters.minor : quarters.other;
    all += at === 0 && vocabulary.isArticle(word) ? quarters.leadingArticle : share;
    if (seen.has(word)) {
      repeated += share;
      if (isMinor) repeatedMinor += share;
    }
    seen.add(word);
    if (!ends.includes(at + 1)) return;
    const ofOther = quarters.other / (quarters.other + repeated);
    const ofMinor = quarters.minor / (quarters.minor + repeatedMinor);
    least = Math.min(least, all * Math.min(ofOther, ofMinor));
  });
  return Number.isFinite(least) ? least : 0;
}
