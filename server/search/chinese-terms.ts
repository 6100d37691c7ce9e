import { otherSpellingsOf, splitSyllables, syllablesOf } from './pinyin.ts';
import { qualities, type Term, type Variant } from './term.ts';
import type { TermSource } from './query-terms.ts';

/** A word in more books than this is not split into Chinese syllables. */
const commonWord = 100;
/** Quality of another romanization, which is less certain than the characters themselves. */
const otherSpellingQuality = 0.9 * qualities.transliteration;

/**
 * Adds Chinese words that were typed in Latin letters. For example, “dao de jing” and “daodejing”
 * match 道德經. If no book contains the syllables as typed, other romanizations also match. For
 * example, “tao te ching” matches “Tao Teh King”.
 */
export function addChinese(terms: Term[], source: TermSource): void {
  for (const term of terms) addJoined(term, source);
  for (let from = 0; from < terms.length;) {
    let to = from;
    while (syllablesOf(terms[to]?.typed ?? '').length > 0) to += 1;
    if (to - from > 1) addRun(terms.slice(from, to), source);
    from = to + 1;
  }
}

function addRun(run: Term[], source: TermSource): void {
  let isWritten = true;
  run.forEach((term, at) => {
    const next = run[at + 1];
    if (!next) return;
    isWritten &&= isTogether(term, next, source);
    for (const one of syllablesOf(term.typed)) {
      for (const other of syllablesOf(next.typed)) {
        for (const word of source.vocabulary.sounds.withReading(one, other)) {
          add(term, { word });
          add(next, { word });
        }
      }
    }
  });
  if (isWritten) return;
  for (const term of run) {
    for (const spelling of otherSpellingsOf(term.typed)) {
      const word = source.vocabulary.numberOf(spelling);
      if (word !== undefined) add(term, { word }, otherSpellingQuality);
    }
  }
}

/** Whether a book contains both words as typed. */
function isTogether(one: Term, other: Term, { frequencyOfBoth }: TermSource): boolean {
  const [word, next] = [exactWord(one), exactWord(other)];
  return word !== undefined && next !== undefined && frequencyOfBoth(word, next) > 0;
}

function exactWord({ variants }: Term): number | undefined {
  return variants.find(({ kind }) => kind === 'exact')?.word;
}

/** Adds the Chinese words whose syllables were all typed as one word. */
function addJoined(term: Term, { vocabulary, frequencyOf }: TermSource): void {
  const exact = exactWord(term);
  if (exact !== undefined && frequencyOf(exact) > commonWord) return;
  for (const split of splitSyllables(term.typed)) {
    const pairs = split
      .slice(1)
      .map((syllable, at) => vocabulary.sounds.withReading(split[at] ?? '', syllable));
    if (pairs.some((words) => words.length === 0)) continue;
    pairs.forEach((words, at) => {
      const next = pairs[at + 1] ?? pairs[at - 1] ?? [];
      for (const word of words) {
        if (pairs.length === 1) add(term, { word });
        else for (const withWord of next) add(term, { word, withWord });
      }
    });
  }
}

function add(
  { variants }: Term,
  words: Pick<Variant, 'word' | 'withWord'>,
  quality: number = qualities.transliteration,
): void {
  const isKnown = variants.some(
    ({ word, withWord }) => word === words.word && withWord === words.withWord,
  );
  if (isKnown) return;
  variants.push({
    ...words,
    quality,
    kind: 'transliteration',
    typos: 0,
  });
}
