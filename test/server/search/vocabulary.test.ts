import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { editDistance } from '../../../server/search/edit-distance.ts';
import { Vocabulary } from '../../../server/search/vocabulary.ts';
import { seededRandom } from '../../bench/search/random.ts';

const random = seededRandom(4);
const syllables = ['ka', 'ro', 'lin', 'tes', 'mo', 'ber', 'a', 'und', 'gra', 'phy', 'è', 's'];
const someWord = () =>
  Array.from({ length: 1 + random.below(5) }, () => random.pick(syllables)).join('');

function vocabularyOf(words: string[]): Vocabulary {
  const vocabulary = new Vocabulary();
  for (const word of words) vocabulary.add(word);
  return vocabulary;
}

const spell = (vocabulary: Vocabulary, words: number[]) =>
  words.map((word) => vocabulary.spelling(word)).sort();

describe('vocabulary', () => {
  it('gives a repeated word the same number', () => {
    const vocabulary = vocabularyOf(['whale', 'sea', 'whale']);
    assert.equal(vocabulary.size, 2);
    assert.equal(vocabulary.numberOf('whale'), 0);
    assert.equal(vocabulary.numberOf('ship'), undefined);
  });

  it('finds every word by prefix, regardless of how many were added since the last lookup', () => {
    const words = [...new Set(Array.from({ length: 3000 }, someWord))];
    const vocabulary = new Vocabulary();
    for (const [at, word] of words.entries()) {
      vocabulary.add(word);
      if (at % 97 !== 0) continue;
      const prefix = someWord().slice(0, 1 + random.below(4));
      const expected = words.slice(0, at + 1).filter((one) => one.startsWith(prefix));
      assert.deepEqual(spell(vocabulary, vocabulary.withPrefix(prefix)), expected.sort());
    }
  });

  it('finds every word within the allowed number of typos', () => {
    const words = [...new Set(Array.from({ length: 2000 }, someWord))];
    const vocabulary = vocabularyOf(words);
    const letters = [...'abegkmortuxè'];
    const mistype = (word: string) => {
      const at = random.below(word.length);
      const [one = '', other = ''] = [word[at], word[at + 1]];
      const changed = random.pick([
        `${other}${one}`,
        other,
        `${one}${random.pick(letters)}${other}`,
      ]);
      return word.slice(0, at) + changed + word.slice(at + 2);
    };
    for (let round = 0; round < 800; round += 1) {
      const isBeginning = round % 4 === 0;
      const tolerance = random.pick(['careful', 'usual', 'generous'] as const);
      const allowed = (length: number) =>
        length < 4 ? 0 : length < (tolerance === 'generous' ? 7 : 9) ? 1 : 2;
      const whole = random.below(3) === 0 ? someWord() : mistype(mistype(random.pick(words) + 'a'));
      const typed = isBeginning ? whole.slice(0, 6 + random.below(4)) : whole;
      const isByTyped = isBeginning || tolerance === 'careful';
      const expected = words.filter((word) => {
        const limit = allowed(isByTyped ? typed.length : Math.max(word.length, typed.length));
        if (typed.length < 4 || word.length < 4 || word === typed) return false;
        if ((isBeginning || typed.length < 6) && word[0] !== typed[0]) return false;
        const typos = editDistance(typed, word, limit, isBeginning);
        return typos > 0 && typos <= limit;
      });
      const found = vocabulary.findSimilar(typed, tolerance, isBeginning);
      const same = `${typed} ${tolerance} ${isBeginning}`;
      assert.deepEqual(
        spell(
          vocabulary,
          found.map(({ word }) => word),
        ),
        expected.sort(),
        same,
      );
    }
  });

  it('allows no typos in numbers, short words and Chinese', () => {
    const vocabulary = vocabularyOf(['19841', '1984', 'sea', 'see', '西遊', '西游', 'b2b5c8']);
    for (const typed of ['19842', 'sae', '西逰', 'b2b5c9']) {
      assert.deepEqual(vocabulary.findSimilar(typed, 'usual', false), [], typed);
    }
  });

  it('finds words added after an earlier lookup', () => {
    const vocabulary = vocabularyOf(['ocean']);
    assert.equal(vocabulary.findSimilar('whalle', 'usual', false).length, 0);
    vocabulary.add('whale');
    assert.equal(vocabulary.findSimilar('whalle', 'usual', false).length, 1);
  });
});
