import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { array, assert as assertProperty, constantFrom, property, tuple } from 'fast-check';
import { latinSoundOf } from '../../../server/search/latin-sound.ts';
import { buildIndex, indexedBook } from './index-fixtures.ts';

describe('words that sound alike', () => {
  it('find names and titles', () => {
    const { find } = buildIndex([
      ...[
        ['Candide', 'Voltaire'],
        ['Roughing It', 'Mark Twain'],
        ['Ecce Homo', 'Friedrich Nietzsche'],
        ['Dream Psychology', 'Sigmund Freud'],
        ['The Art of War', 'Sun Tzu'],
        ['Kim', 'Rudyard Kipling'],
        ['Endymion', 'John Keats'],
      ].map(([title = '', author = '']) => indexedBook(title, { authors: [author] })),
      'The Mark of Cain',
      'Sun and Shadow',
      'Frond and Frost',
      'The Sigma File',
    ]);
    for (const [text, title] of [
      ['marc twane', 'Roughing It'],
      ['nitsche', 'Ecce Homo'],
      ['sigmond froid', 'Dream Psychology'],
      ['sun tsu', 'The Art of War'],
      ['jon kiets', 'Endymion'],
      ['volter candide', 'Candide'],
      ['dreem sykology', 'Dream Psychology'],
    ] as const) {
      assert.equal(find(text)[0], title, text);
    }
  });

  it('have the same key for every spelling of a sound', () => {
    const spellings = [
      ['f', 'ph', 'v'],
      ['k', 'q', 'ck', 'kh'],
      ['s', 'z', 'ss'],
      ['t', 'th', 'tt', 'dt'],
      ['x', 'ks'],
      ['sh', 'ch', 'sch', 'tch'],
      ['r', 'rr', 'rh'],
      ['a', 'e', 'ou', 'ie', 'ay', 'oi'],
      ['l', 'll'],
      ['n', 'nn'],
    ];
    const sound = constantFrom(...spellings).chain((group) =>
      tuple(constantFrom(...group), constantFrom(...group)),
    );
    const word = array(sound, { minLength: 2, maxLength: 6 }).map((sounds) => {
      // Vowels separate the consonants, whose letters would otherwise be read together.
      const spelled = (at: 0 | 1) => `ba${sounds.map((one) => one[at]).join('o')}on`;
      return [spelled(0), spelled(1)] as const;
    });
    assertProperty(
      property(word, ([one, other]) => {
        assert.equal(latinSoundOf(one), latinSoundOf(other));
        assert.notEqual(latinSoundOf(one), latinSoundOf(`m${one}`));
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});
