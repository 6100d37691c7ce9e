import type { DocumentTable } from './document-table.ts';
import { authorFame, fameOf } from './fame.ts';
import { isAlias, type NameTable, numberOfName } from './name-table.ts';
import { fieldWeights, searchFields, type Term } from './term.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What a row's score is made of. All values are 0–1 before their weight is applied. */
export interface ScoreParts {
  /** Share of the typed words that match, by their weights, fields and match quality. */
  words: number;
  /** How much of the title was typed, times the share of the query that is in the title. */
  title: number;
  /** Share of the typed words that follow each other in the title or name as typed. */
  order: number;
  /** How much of a contributor's name was typed, times the share of the query that is in the name. */
  name: number;
  /** Popularity, or how well known the record suggests the book is. */
  popularity: number;
}

/** How much each part counts. */
export const partWeights: Record<keyof ScoreParts, number> = {
  words: 1,
  title: 0.7,
  order: 0.15,
  name: 0.72,
  popularity: 0.22,
};

/** Weight of a function word among the words of a title. */
const functionWordShare = 0.25;
/** A title typed without its part after a colon counts this much of a whole one. */
const mainTitleShare = 0.85;
/** Share of a name's surname; its other words share the rest. */
const surnameShare = 0.65;
/** A surname typed alone counts almost like the whole name. */
const surnameAlone = 0.85;
/** Further names of a contributor count this much less than the name in the record. */
const aliasShare = 0.85;
const contributorWeight = fieldWeights[searchFields.contributor] ?? 1;
/** The name of a well-known author counts this much more. */
const wellKnownShare = 0.35;
/** A typed initial matches a given name almost like the whole name. */
const initialQuality = 0.8;
/** From this coverage on, the whole title or name was typed. */
const wholeTitle = 0.9;

/** Scores the rows of one query by their titles and names. */
export class RowScorer {
  readonly #documents: DocumentTable;
  readonly #names: NameTable;
  readonly #vocabulary: Vocabulary;
  /** By word: position in `#matches` plus one of its first match; zero for words that were not typed. */
  #slots = new Uint32Array(0);
  #typedWords: number[] = [];
  /** Per match: term, quality and the next match of the same word plus one. */
  #matches: { term: number; quality: number; isWhole: boolean; next: number }[] = [];
  #terms: Term[] = [];
  #total = 1;
  #contentTotal = 1;
  #nameScores = new Map<number, NameMatch>();
  #hasInitials = false;
  readonly #best = new Float64Array(32);
  readonly #parts: ScoreParts = { words: 0, title: 0, order: 0, name: 0, popularity: 0 };
  /** Whether the last row's name alone, with nothing of the title, accounts for the query. */
  isNamed = false;
  /** Whether the title and a name together account for every content word of the last row. */
  isComplete = false;

  constructor(documents: DocumentTable, names: NameTable, vocabulary: Vocabulary) {
    this.#documents = documents;
    this.#names = names;
    this.#vocabulary = vocabulary;
  }

  /** Prepares for the rows of a query. */
  begin(terms: Term[]): void {
    for (const word of this.#typedWords) this.#slots[word] = 0;
    if (this.#slots.length < this.#vocabulary.size) {
      this.#slots = new Uint32Array(this.#vocabulary.size * 2);
    }
    this.#typedWords = [];
    this.#matches = [];
    this.#nameScores = new Map();
    this.#hasInitials = terms.some(({ typed }) => typed.length === 1);
    this.#terms = terms;
    this.#total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
    this.#contentTotal =
      terms.reduce((sum, { weight, isContent }) => sum + (isContent ? weight : 0), 0) || 1;
    terms.forEach(({ variants }, term) => {
      for (const { word, withWord, quality, kind } of variants) {
        this.#addMatch(word, term, quality, kind !== 'prefix');
        if (withWord !== undefined) this.#addMatch(withWord, term, quality, true);
      }
    });
  }

  #addMatch(word: number, term: number, quality: number, isWhole: boolean): void {
    this.#matches.push({ term, quality, isWhole, next: this.#slots[word] ?? 0 });
    this.#slots[word] = this.#matches.length;
    this.#typedWords.push(word);
  }

  /**
   * @param sum - The row's sum of weights; see `Candidates`.
   * @param fields - Bits of the fields in which it matches.
   */
  score(row: number, sum: number, fields: number): number {
    const parts = this.partsOf(row, sum, fields);
    return (
      parts.words * partWeights.words +
      parts.title * partWeights.title +
      parts.order * partWeights.order +
      parts.name * partWeights.name +
      parts.popularity * partWeights.popularity
    );
  }

  /** The parts of the row's score; the next call overwrites them. */
  partsOf(row: number, sum: number, fields: number): ScoreParts {
    const parts = this.#parts;
    parts.words = Math.min(1, sum / this.#total);
    parts.popularity = fameOf(this.#documents, row);
    const title = fields & titleFields ? this.#titleMatch(row) : noMatch;
    const name = fields & nameFields || this.#hasInitials ? this.#bestName(row) : null;
    parts.title = title.coverage * title.share;
    parts.order = Math.max(title.order, name?.order ?? 0);
    parts.name = name ? name.coverage * name.share : 0;
    if (name && title.bits & name.bits) {
      // A word of both counts for one: a title with the author's name is no better match for the name.
      const rest = title.coverage * this.#shareOf(title.bits & ~name.bits);
      const asTitle = parts.title * partWeights.title;
      const asName = parts.name * partWeights.name + rest * partWeights.title;
      if (asTitle > asName) parts.name = 0;
      else parts.title = rest;
    }
    const isWholeTitle = title.reach >= wholeTitle;
    const isWholeName = name !== null && name.hasSurname;
    const bits = (isWholeTitle ? title.bits : 0) | (isWholeName ? name.bits : 0);
    const isAllName = name !== null && name.reach >= wholeTitle;
    const isNamed = name !== null && isWholeName && this.#hasContent(name.bits);
    if (isNamed && name) {
      // Those who type only a name mean its best-known bearer, and all of his books.
      const coverage = Math.max(name.coverage, name.isSurnameOnly ? surnameAlone : 0);
      const fame = name.isOther ? 0 : Math.min(1, authorFame(this.#documents, row) / 8);
      parts.words = Math.min(parts.words, contributorWeight);
      parts.name = Math.max(parts.name, coverage * name.share * (1 + wellKnownShare * fame));
      parts.title = Math.min(parts.title, title.coverage * this.#shareOf(title.bits & ~name.bits));
      const asTitle = title.coverage * title.share * partWeights.title;
      if (asTitle > parts.name * partWeights.name + parts.title * partWeights.title) {
        parts.name = 0;
        parts.title = title.coverage * title.share;
      }
    }
    this.isNamed = isAllName && isNamed;
    this.isComplete = (isWholeTitle || isAllName) && this.#hasContent(bits);
    return parts;
  }

  #hasContent(bits: number): boolean {
    return this.#terms.every(({ isContent }, at) => !isContent || (bits & (1 << at)) !== 0);
  }

  /** Share of the query that these terms make up. */
  #shareOf(bits: number): number {
    let sum = 0;
    this.#terms.forEach(({ weight }, at) => {
      if (bits & (1 << at)) sum += weight;
    });
    return sum / this.#total;
  }

  #titleMatch(row: number): TextMatch {
    const { titleWords } = this.#documents;
    const [from, to] = this.#documents.titleRange(row);
    const titleEnd = from + this.#documents.titleLength(row);
    const mainEnd = from + this.#documents.mainTitleLength(row);
    const best = this.#best.fill(0);
    let [covered, reached, total, bits, pairs, last] = [0, 0, 0, 0, 0, -2];
    let [coverage, reach] = [0, 0];
    for (let at = from; at < to; at += 1) {
      const word = titleWords[at] ?? 0;
      let share = 1;
      if (this.#vocabulary.isFunction(word)) {
        share = at === from && this.#vocabulary.isArticle(word) ? 0.05 : functionWordShare;
      }
      total += share;
      let quality = 0;
      let isWhole = false;
      let following = -2;
      for (let slot = this.#slots[word] ?? 0; slot > 0;) {
        const match = this.#matches[slot - 1];
        if (!match) break;
        if (match.quality > (best[match.term] ?? 0)) best[match.term] = match.quality;
        bits |= 1 << match.term;
        if (match.quality > quality) quality = match.quality;
        isWhole ||= match.isWhole;
        if (match.term === last + 1 || following === -2) following = match.term;
        slot = match.next;
      }
      covered += quality * share;
      if (isWhole) reached += share;
      if (quality > 0) {
        if (following === last + 1) pairs += 1;
        last = following;
      } else if (share === 1) {
        last = -2;
      }
      const isMain = at + 1 === mainEnd && mainEnd < titleEnd;
      if (isMain || at + 1 === titleEnd || at + 1 === to) {
        coverage = Math.max(coverage, ((isMain ? mainTitleShare : 1) * covered) / total);
        reach = Math.max(reach, reached / total);
      }
    }
    let share = 0;
    this.#terms.forEach(({ weight }, term) => (share += weight * (best[term] ?? 0)));
    const length = this.#terms.length;
    const order = length > 1 ? pairs / (length - 1) : 0;
    return { coverage, reach, share: share / this.#total, order: Math.min(1, order), bits };
  }

  #bestName(row: number): NameMatch | null {
    const [from, to] = this.#documents.nameRange(row);
    const { names } = this.#documents;
    let best: NameMatch | null = null;
    for (let at = from; at < to; at += 1) {
      const name = names[at] ?? 0;
      let match = this.#nameScores.get(name);
      if (!match) {
        match = this.#nameMatch(numberOfName(name), isAlias(name));
        this.#nameScores.set(name, match);
      }
      if (
        match.bits !== 0 &&
        (!best || match.coverage * match.share > best.coverage * best.share)
      ) {
        best = match;
      }
    }
    return best;
  }

  #nameMatch(name: number, isOther: boolean): NameMatch {
    const { words } = this.#names;
    const [from, to] = [this.#names.startOf(name), this.#names.endOf(name)];
    const surname = this.#names.surnameOf(name);
    const best = new Float64Array(32);
    let [bits, ofSurname, surnameWords, ofOthers, others] = [0, 0, 0, 0, 0];
    let [reached, total, pairs, last] = [0, 0, 0, -2];
    for (let at = from; at < to; at += 1) {
      const word = words[at] ?? 0;
      const isSurname = (surname & (1 << (at - from))) !== 0;
      let quality = 0;
      let isWhole = false;
      for (let slot = this.#slots[word] ?? 0; slot > 0;) {
        const match = this.#matches[slot - 1];
        if (!match) break;
        if (match.quality > (best[match.term] ?? 0)) best[match.term] = match.quality;
        bits |= 1 << match.term;
        quality = Math.max(quality, match.quality);
        isWhole ||= match.isWhole;
        if (match.term === last + 1 || match.term + 1 === last) pairs += 1;
        last = match.term;
        slot = match.next;
      }
      if (quality === 0 && !isSurname) {
        const initial = this.#initialTerm(word);
        if (initial >= 0) {
          best[initial] = Math.max(best[initial] ?? 0, initialQuality);
          bits |= 1 << initial;
          quality = initialQuality;
          isWhole = true;
        }
      }
      // Initials and “of” in a name are rarely typed.
      const share =
        this.#vocabulary.lengthOf(word) === 1 || this.#vocabulary.isFunction(word) ? 0.2 : 1;
      total += share;
      if (isWhole) reached += share;
      if (isSurname) {
        surnameWords += share;
        ofSurname += quality * share;
      } else {
        others += share;
        ofOthers += quality * share;
      }
    }
    let share = 0;
    this.#terms.forEach(({ weight, isContent }, term) => {
      const isInitial = !isContent && (bits & (1 << term)) !== 0;
      if (isContent || isInitial) share += weight * (best[term] ?? 0);
    });
    const surnamePart = surnameWords > 0 ? ofSurname / surnameWords : 0;
    const whole =
      others === 0
        ? surnamePart
        : surnamePart * surnameShare + (ofOthers / others) * (1 - surnameShare);
    const coverage = isOther ? whole * aliasShare : whole;
    const length = this.#terms.length;
    return {
      coverage,
      reach: total > 0 ? reached / total : 0,
      share: Math.min(1, share / this.#contentTotal),
      order: length > 1 ? Math.min(1, pairs / (length - 1)) : 0,
      bits,
      hasSurname: surnamePart >= 0.5,
      isSurnameOnly: !isOther && surnamePart > 0 && ofOthers === 0,
      isOther,
    };
  }

  /** The term that is the initial of this word, or -1. */
  #initialTerm(word: number): number {
    return this.#terms.findIndex(
      ({ typed }) => typed.length === 1 && this.#vocabulary.spelling(word).startsWith(typed),
    );
  }
}

/** How a query matches a title or a name. */
interface TextMatch {
  /** Share of its words that were typed, by match quality. */
  coverage: number;
  /** Share of its words that were typed, with typos or not. */
  reach: number;
  /** Share of the query that it accounts for. */
  share: number;
  /** Share of the typed words that follow each other in it. */
  order: number;
  /** Bits of the terms that it matches. */
  bits: number;
}

interface NameMatch extends TextMatch {
  hasSurname: boolean;
  isSurnameOnly: boolean;
  isOther: boolean;
}

const noMatch: TextMatch = { coverage: 0, reach: 0, share: 0, order: 0, bits: 0 };
const titleFields = searchFields.title | searchFields.subtitle;
const nameFields = searchFields.contributor | searchFields.alias;
