import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { patternsModule, patternsText } from '../scripts/hyphenation-patterns.js';
import {
  hyphenationLanguage,
  hyphenationLanguages,
  type HyphenationLanguage,
} from '../shared/hyphenation.ts';
import { runsOf } from '../scripts/test-tiers.js';
import { seededRandom } from './bench/search/random.ts';
import { parsePatterns } from '../src/rendition/hyphenation/parse-patterns.ts';

const require = createRequire(import.meta.url);

const words = {
  da: 'udviklingsmuligheder tilfredsstillende bogstaveligt',
  de: 'Silbentrennung Donaudampfschifffahrtsgesellschaft wunderschönen Gartenhäuschen',
  'en-gb': 'typographical extraordinary independence',
  en: 'hyphenation dictionary extraordinary university therapist',
  es: 'desafortunadamente característica',
  fi: 'järjestelmällisyys epäjohdonmukaisuus',
  fr: 'développement extraordinaire anticonstitutionnellement',
  it: 'precipitevolissimevolmente interessante',
  nl: 'arbeidsongeschiktheid ontwikkeling',
  pl: 'niepodległość przeciwieństwo',
  pt: 'desenvolvimento extraordinariamente',
  ru: 'достопримечательность удивительный',
  sv: 'utvecklingsmöjligheter tillfredsställande',
  tr: 'karşılaştırılabilir',
  ca: 'desafortunadament',
  nb: 'utviklingsmuligheter tilfredsstillende',
} satisfies Record<HyphenationLanguage, string>;

describe('hyphenation patterns', () => {
  for (const language of hyphenationLanguages) {
    it(`break words of ${language} where the package does, at least three letters from their ends`, () => {
      const hyphenate = parsePatterns(patternsText(language));
      const createHyphenator = require('hyphen/hyphen.js');
      const oracle = createHyphenator(require(patternsModule(language)), { hyphenChar: '-' });
      for (const word of words[language].split(' ')) {
        const ends = [...oracle(word).matchAll(/-/g)].map(({ index }, at) => index - at);
        const expected = ends.filter((end) => end >= 3 && end <= word.length - 3);
        assert.deepEqual(hyphenate(word), expected, word);
        assert.ok(expected.length > 0, word);
      }
    });
  }

  for (const language of hyphenationLanguages) {
    it(`break random words of ${language} where the package does`, () => {
      const patterns = patternsText(language);
      const hyphenate = parsePatterns(patterns);
      const createHyphenator = require('hyphen/hyphen.js');
      const oracle = createHyphenator(require(patternsModule(language)), { hyphenChar: '-' });
      const syllables = patterns.match(/\p{Ll}{2,}/gu) ?? [];
      const random = seededRandom(7);
      for (let at = 0; at < runsOf(2000); at++) {
        const word = [1, 2, 3].map(() => random.pick(syllables)).join('');
        const ends = [...oracle(word).matchAll(/-/g)].map(({ index }, before) => index - before);
        const expected = ends.filter((end) => end >= 3 && end <= word.length - 3);
        assert.deepEqual(hyphenate(word), expected, word);
      }
    });
  }

  it('have exceptions', () => {
    const hyphenate = parsePatterns(patternsText('en'));
    // as-so-ciate
    assert.deepEqual(hyphenate('associate'), [2, 4]);
    assert.deepEqual(hyphenate('Project'), []);
  });

  it('are found by language tag', () => {
    const found = ['de', 'de-AT', 'en', 'en-US', 'en-GB', 'en-AU', 'no', 'pt-BR', 'ja', ''];
    assert.deepEqual(found.map(hyphenationLanguage), [
      'de',
      'de',
      'en',
      'en',
      'en-gb',
      'en-gb',
      'nb',
      'pt',
      null,
      null,
    ]);
  });
});
