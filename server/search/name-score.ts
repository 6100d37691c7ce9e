import type { DocumentTable } from './document-table.ts';
import { ensureLength } from './number-arrays.ts';
import { isAlias, type NameTable, numberOfName } from './name-table.ts';
import type { TextMatch, TypedWords } from './typed-words.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The match between a query and a name. */
export interface NameMatch extends TextMatch {
  /** Share of the surname that was typed, by match quality. */
  surname: number;
  /** Whether only the surname was typed. */
  isSurnameOnly: boolean;
  /** Whether it is an alternative name of a contributor. */
  isOther: boolean;
}

/** Share of the surname in a name. The name's other words share the rest. */
const surnameShare = 0.65;
/** Maximum coverage of a name without its surname. */
export const givenNameShare = 1 - surnameShare;
/** A typed initial matches a given name almost like the whole name. */
export const initialQuality = 0.8;
/** Weight of initials and function words in a name, which are rarely typed. */
const shortWordShare = 0.2;
/** Weight of a contributor's alternative names relative to the name in the record. */
const aliasShare = 0.85;

const noMatch: NameMatch = {
  coverage: 0,
  reach: 0,
  share: 0,
  order: 0,
  bits: 0,
  surname: 0,
  isSurnameOnly: false,
  isOther: false,
};

/** Compares a query with the names of rows. Compares each name only once. */
export class NameScorer {
  readonly #documents: DocumentTable;
  readonly #names: NameTable;
  readonly #vocabulary: Vocabulary;
  readonly #typed: TypedWords;
  /** By name: index of its match, or zero if it was not compared yet. */
  #places = new Uint32Array(0);
  /** Matches and their names, starting at index 1. */
  #matches: NameMatch[] = [];
  #matchedNames: number[] = [];

  constructor(
    documents: DocumentTable,
    names: NameTable,
    vocabulary: Vocabulary,
    typed: TypedWords,
  ) {
    this.#documents = documents;
    this.#names = names;
    this.#vocabulary = vocabulary;
    this.#typed = typed;
  }

  /** Starts a new query. */
  begin(): void {
    for (const name of this.#matchedNames) this.#places[name] = 0;
    this.#places = ensureLength(this.#places, this.#names.size * 2);
    this.#matches = [];
    this.#matchedNames = [];
  }

  /** Whether the name that `bestOf` last returned is the row's first. */
  isFirst = false;

  /** Returns the row's best-matching name, or null. */
  bestOf(row: number): NameMatch | null {
    const { names } = this.#documents;
    const from = this.#documents.nameStart(row);
    const to = this.#documents.nameStart(row + 1);
    let best: NameMatch | null = null;
    for (let at = from; at < to; at += 1) {
      const match = this.#matchOf(names[at] ?? 0);
      if (match.bits === 0) continue;
      if (best && match.coverage * match.share <= best.coverage * best.share) continue;
      best = match;
      this.isFirst = at === from;
    }
    return best;
  }

  #matchOf(name: number): NameMatch {
    const number = numberOfName(name);
    const isOther = isAlias(name);
    const key = 2 * number + Number(isOther);
    const known = this.#matches[(this.#places[key] ?? 0) - 1];
    if (known) return known;
    const match = this.#isTyped(number) ? this.#match(number, isOther) : noMatch;
    this.#matchedNames.push(key);
    this.#places[key] = this.#matches.push(match);
    return match;
  }

  /** Whether a word of the name was typed. False for most names. */
  #isTyped(name: number): boolean {
    const { words } = this.#names;
    const to = this.#names.endOf(name);
    for (let at = this.#names.startOf(name); at < to; at += 1) {
      if (this.#typed.has(words[at] ?? 0)) return true;
    }
    return false;
  }

  #match(name: number, isOther: boolean): NameMatch {
    const { words } = this.#names;
    const [typed, from, to] = [this.#typed, this.#names.startOf(name), this.#names.endOf(name)];
    const surname = this.#names.surnameOf(name);
    typed.reset();
    const ofSurname = { typed: 0, all: 0 };
    const ofOthers = { typed: 0, all: 0 };
    let [reached, pairs, last] = [0, 0, -2];
    for (let at = from; at < to; at += 1) {
      const word = words[at] ?? 0;
      const isSurname = at - from < 32 && (surname & (1 << (at - from))) !== 0;
      typed.read(word, last);
      if (typed.quality === 0) typed.readShort(word, last);
      if (typed.quality === 0 && !isSurname) typed.readInitial(word, initialQuality);
      if (typed.term >= 0 && (typed.term === last + 1 || typed.term === last - 1)) pairs += 1;
      last = typed.term;
      const isShort = this.#vocabulary.lengthOf(word) === 1 || this.#vocabulary.isFunction(word);
      const share = isShort ? shortWordShare : 1;
      const part = isSurname ? ofSurname : ofOthers;
      part.all += share;
      part.typed += typed.quality * share;
      if (typed.isWhole) reached += share;
    }
    const surnamePart = ofSurname.all > 0 ? ofSurname.typed / ofSurname.all : 0;
    const otherPart = ofOthers.all > 0 ? ofOthers.typed / ofOthers.all : surnamePart;
    const coverage = surnamePart * surnameShare + otherPart * (1 - surnameShare);
    return {
      coverage: coverage * (isOther ? aliasShare : 1),
      reach: to > from ? reached / (ofSurname.all + ofOthers.all) : 0,
      share: typed.share(),
      order: typed.orderOf(pairs),
      bits: typed.bits,
      surname: surnamePart,
      isSurnameOnly: !isOther && surnamePart > 0 && ofOthers.typed === 0,
      isOther,
    };
  }
}
