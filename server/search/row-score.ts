import type { CandidateFinder, Candidates } from './candidates.ts';
import { contentBits } from './closest-matches.ts';
import type { DocumentTable } from './document-table.ts';
import { authorFame, FameTable } from './fame.ts';
import { isFunctionWord } from './function-words.ts';
import { givenNameShare, initialQuality, type NameMatch, NameScorer } from './name-score.ts';
import type { NameTable } from './name-table.ts';
import { countBits, ensureLength } from './number-arrays.ts';
import { fieldWeights, isInitial, searchFields, type Term } from './term.ts';
import { matchTitle, quarters } from './title-score.ts';
import { type TextMatch, TypedWords } from './typed-words.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The parts of a row's score before weighting. Each is 0–1 or slightly more. */
export interface ScoreParts {
  /** Share of the typed words that match, by their weights, fields and match quality. */
  words: number;
  /**
   * Share of the title that was typed, multiplied by the share of the query that is in the title.
   */
  title: number;
  /** Share of the typed words that are adjacent in the title or a name, as typed. */
  order: number;
  /**
   * Share of a contributor's name that was typed, multiplied by the share of the query that is in
   * the name.
   */
  name: number;
  /** Popularity, or an estimate of it based on the records. */
  popularity: number;
}

/** Weight of each part. */
export const partWeights: Record<keyof ScoreParts, number> = {
  words: 1,
  title: 0.7,
  order: 0.15,
  name: 0.72,
  popularity: 0.22,
};

/** Minimum share at which a title or name counts as completely typed. */
const wholeText = 0.9;
/** Minimum share at which all typed words count as following each other. */
const wholePhrase = 0.99;
/**
 * Minimum share of the query that a title must be to count as intended among other words, if it has
 * one content word or several.
 */
const leastTypedTitle = { one: 0.6, several: 0.2 };
/** A surname typed alone counts almost like the whole name. */
const surnameAlone = 0.85;
/**
 * A word typed alone counts as a name if at least this share of its books contain it in a name.
 * Otherwise, as for “whale”, the surname of an unknown author counts less than a title.
 */
const shareOfNames = 0.5;
/** Minimum weight of such a surname. */
const leastSurname = 0.4;
/** Additional weight of a well-known author's name. */
const wellKnownShare = 0.35;
/** Authors with at least this fame count as equally well known. */
const greatestFame = 8;
const contributorWeight = fieldWeights[searchFields.contributor] ?? 1;
const leastTitleWeight = fieldWeights[searchFields.subtitle] ?? 1;
const leastNameWeight = fieldWeights[searchFields.alias] ?? 1;
/** Maximum coverage of a name by a single initial or function word. */
const leastNameShare = 0.1;
const noMatch: TextMatch = { coverage: 0, reach: 0, share: 0, order: 0, bits: 0 };
/** Bits of the fields that `matchTitle` reads. */
export const titleFields = searchFields.title | searchFields.subtitle;
/** Bits of the fields that contain names. */
export const nameFields = searchFields.contributor | searchFields.alias;

/** Rows with the columns of `Candidates` that their scores depend on. */
export type ScoredRows = Pick<Candidates, 'rows' | 'scores' | 'fields' | 'titleShares'>;

/** Scores the rows of a query by their titles and names. Not reentrant. */
export class RowScorer {
  readonly #candidates: CandidateFinder;
  readonly #documents: DocumentTable;
  readonly #vocabulary: Vocabulary;
  readonly #typed: TypedWords;
  readonly #names: NameScorer;
  readonly #fame: FameTable;
  readonly #parts: ScoreParts = { words: 0, title: 0, order: 0, name: 0, popularity: 0 };
  /** Share of the query that consists of initials, which can match names without being found. */
  #initialShare = 0;
  /** Share of the query of a last word that is the beginning of a title word, see `TypedWords`. */
  #unfinishedShare = 0;
  #isOneWord = true;
  /** Weight of a surname typed alone, if its bearer is unknown. */
  #unknownSurname = 1;
  /** The typed word if it is an article and the only word, or -1. */
  #article = -1;
  #readsAllTitles = false;
  #bounds = new Float32Array(0);
  /** Maximum that a name adds to a row's score. */
  #mostNamed = 0;
  /** Whether the last row's name alone accounts for the query. */
  isNamed = false;
  /** Whether the title and a name together account for every content word of the last row. */
  isComplete = false;
  /**
   * Whether the last row's whole title and a contributor's surname were typed, possibly with other
   * words.
   */
  isNamedWork = false;
  /** Whether the last row's whole title follows in the query, and is not only a common word. */
  isTypedTitle = false;
  /** Whether the surname of one of the last row's contributors was typed. */
  hasAuthor = false;
  /**
   * Whether all typed words follow each other in the last row's title or in a name, with or without
   * typos.
   */
  isPhrase = false;

  constructor(
    candidates: CandidateFinder,
    documents: DocumentTable,
    names: NameTable,
    vocabulary: Vocabulary,
  ) {
    this.#candidates = candidates;
    this.#documents = documents;
    this.#vocabulary = vocabulary;
    this.#typed = new TypedWords(vocabulary);
    this.#fame = new FameTable(documents);
    this.#names = new NameScorer(documents, names, vocabulary, this.#typed);
  }

  /**
   * Prepares for the rows of a query.
   *
   * @param options - `hasShortForms`: whether prefixes of title words also match, which `boundsOf`
   * ignores.
   */
  begin(terms: Term[], { hasShortForms = true } = {}): void {
    this.#typed.begin(terms, hasShortForms);
    this.#fame.begin();
    // Only function words can be followed by the prefix of a title word, as in “les mis hugo”.
    this.#readsAllTitles = hasShortForms && terms.some(({ isContent }) => !isContent);
    this.#names.begin();
    const { hasUnfinished, total: whole } = this.#typed;
    this.#unfinishedShare = hasUnfinished ? (terms.at(-1)?.weight ?? 0) / whole : 0;
    const initials = terms.filter(({ typed }) => isInitial(typed));
    this.#initialShare =
      (initialQuality * initials.reduce((sum, { weight }) => sum + weight, 0)) / this.#typed.total;
    this.#isOneWord = terms.length === 1;
    const first = terms[0]?.variants.find(({ kind }) => kind === 'exact')?.word ?? -1;
    this.#unknownSurname = this.#isOneWord ? this.#surnameWeight(first) : 1;
    this.#article = this.#isOneWord && this.#vocabulary.isArticle(first) ? first : -1;
    // Initials are not surnames, and function words rarely are.
    const isWithoutSurname = terms.every(({ typed }) => isInitial(typed) || isFunctionWord(typed));
    const mostOfName = this.#isOneWord ? leastNameShare : givenNameShare;
    this.#mostNamed = partWeights.name * (isWithoutSurname ? mostOfName : 1 + wellKnownShare);
  }

  /** Weight of a surname typed alone, if its bearer is unknown. 1 for an unknown word, -1. */
  #surnameWeight(word: number): number {
    if (word < 0) return 1;
    const all = this.#candidates.frequencyOf({ variants: [{ word }] });
    const share = this.#candidates.frequencyInNames(word) / Math.max(1, all);
    return Math.max(leastSurname, Math.min(1, share / shareOfNames));
  }

  /**
   * @param sum - The row's sum of weights; see `Candidates`.
   * @param fields - Bits of the fields in which it matches.
   */
  score(row: number, sum: number, fields: number): number {
    return total(this.partsOf(row, sum, fields));
  }

  /**
   * Returns an upper bound of each row's score, computed without reading titles and names. The next
   * call overwrites the bounds.
   */
  boundsOf({ rows, scores, fields, titleShares }: ScoredRows): Float32Array {
    this.#bounds = ensureLength(this.#bounds, rows.length);
    // Read once, because there may be hundreds of thousands of rows.
    const [bounds, scale, article] = [this.#bounds, 1 / this.#typed.total, this.#article];
    const [documents, fame, isOneWord] = [this.#documents, this.#fame, this.#isOneWord];
    const [initialShare, unfinishedShare] = [this.#initialShare, this.#unfinishedShare];
    const mostNamed = this.#mostNamed;
    const unfinished = unfinishedShare > 0 ? quarters.other : 0;
    // A word counts for either the title or the name, not both.
    const order = isOneWord ? 0 : partWeights.order;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const mask = fields[row] ?? 0;
      const words = Math.min(1, (scores[row] ?? 0) * scale);
      let share = words;
      let most = 0;
      if (mask & titleFields) {
        if (mask & searchFields.subtitle) share = Math.min(1, words / leastTitleWeight);
        share = Math.min(1, share + unfinishedShare);
        let typed = (titleShares[row] ?? 0) + unfinished;
        if (article >= 0 && documents.leadingArticle(row) === article) {
          typed -= quarters.minor - quarters.leadingArticle;
        }
        const coverage = Math.min(1, typed / (documents.titleShare(row) || 1));
        most = (isOneWord ? share * coverage : coverage) * partWeights.title;
      }
      if (mask & nameFields) {
        const named = words / leastNameWeight;
        const others = initialShare + unfinishedShare;
        const nameShare = isOneWord ? Math.max(named, others) : named + others;
        share = Math.max(share, Math.min(1, nameShare));
        most = Math.max(most, (isOneWord ? share : 1) * mostNamed);
      }
      bounds[at] = words + share * most + order + fame.of(row) * partWeights.popularity;
    }
    return bounds.subarray(0, rows.length);
  }

  /**
   * Whether the row may be complete, or a named work. Faster than `score` because it does not read
   * the title.
   */
  mayBeComplete(row: number, fields: number, titleShare: number): boolean {
    if (fields & titleFields && this.mayBeWholeTitle(row, titleShare)) return true;
    const name = fields & nameFields ? this.#names.bestOf(row) : null;
    return name !== null && name.reach >= wholeText;
  }

  /** Whether the row's whole title may have been typed. */
  mayBeWholeTitle(row: number, titleShare: number): boolean {
    return titleShare >= wholeText * this.#documents.titleShare(row);
  }

  /** Returns the parts of the row's score. The next call overwrites them. */
  partsOf(row: number, sum: number, fields: number): ScoreParts {
    const [parts, typed] = [this.#parts, this.#typed];
    const isInTitle = this.#readsAllTitles || (fields & titleFields) !== 0;
    const title = isInTitle ? matchTitle(row, this.#documents, this.#vocabulary, typed) : noMatch;
    const name = fields & nameFields ? this.#names.bestOf(row) : null;
    parts.words = Math.min(1, sum / typed.total);
    parts.popularity = this.#fame.of(row);
    parts.order = Math.max(title.order, name?.order ?? 0);
    this.isPhrase = parts.order >= wholePhrase;
    parts.title = title.coverage * title.share;
    parts.name = 0;
    this.isNamed = false;
    if (name) this.#addName(row, title, name);
    const isWholeTitle = title.reach >= wholeText;
    const isWholeName = name !== null && name.reach >= wholeText;
    this.hasAuthor = name !== null && hasSurname(name);
    const bits = (isWholeTitle ? title.bits : 0) | (this.hasAuthor ? (name?.bits ?? 0) : 0);
    this.isNamedWork =
      isWholeTitle && this.hasAuthor && typed.hasAnyContent(title.bits & ~(name?.bits ?? 0));
    this.isTypedTitle = isWholeTitle && typed.isPhrase(title) && this.#isLongTitle(title.bits);
    this.isComplete = (isWholeTitle || isWholeName) && typed.hasContent(bits);
    return parts;
  }

  /** Whether a title with these terms is so much of the query that it is not there by chance. */
  #isLongTitle(bits: number): boolean {
    const { one, several } = leastTypedTitle;
    const least = countBits(bits & contentBits(this.#typed.terms)) > 1 ? several : one;
    return this.#typed.shareOf(bits) >= least;
  }

  /**
   * A word in both the title and the name counts only once. Otherwise, a title that contains the
   * author's name would improve the match of the name.
   */
  #addName(row: number, title: TextMatch, name: NameMatch): void {
    const [parts, typed] = [this.#parts, this.#typed];
    let part = name.coverage * name.share;
    const isOnlyName = hasSurname(name) && typed.hasContent(name.bits);
    if (isOnlyName) {
      // People who type only a name usually mean its best-known bearer.
      const isAuthor = this.#names.isFirst && !name.isOther;
      const fame = isAuthor ? Math.min(1, authorFame(this.#documents, row) / greatestFame) : 0;
      const coverage = Math.max(
        name.coverage,
        name.isSurnameOnly ? surnameAlone * name.surname : 0,
      );
      part = Math.max(part, coverage * name.share * (1 + wellKnownShare * fame));
      if (this.#isOneWord) part *= Math.max(fame, this.#unknownSurname);
      parts.words = Math.min(parts.words, contributorWeight);
      this.isNamed = name.reach >= wholeText;
    }
    part = Math.min(part, this.#mostNamed / partWeights.name);
    const rest = title.coverage * typed.shareOf(title.bits & ~name.bits);
    const isShared = (title.bits & name.bits) !== 0;
    const asName = part * partWeights.name + rest * partWeights.title;
    if (isShared && parts.title * partWeights.title > asName) return;
    parts.name = part;
    if (isShared) parts.title = rest;
  }
}

/** Whether most of the surname was typed, with or without typos. */
function hasSurname({ surname }: NameMatch): boolean {
  return surname >= 0.45;
}

/** Returns the score that consists of these parts. */
export function total(parts: ScoreParts): number {
  return (
    parts.words * partWeights.words +
    parts.title * partWeights.title +
    parts.order * partWeights.order +
    parts.name * partWeights.name +
    parts.popularity * partWeights.popularity
  );
}
