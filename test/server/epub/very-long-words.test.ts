import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { letterAt } from '../../../server/books/text-search/folded-text.ts';
import {
  lixScore,
  estimateReadingMinutes,
} from '../../../server/metadata/analysis/text-statistics.ts';
import { countWords } from '../../../server/values/count-words.ts';
import { compileFixture } from './fixtures/compile-fixture.ts';

/** Number of characters that exhaust the backtracking stack of an unbounded regular expression. */
const characterCount = 5_000_000;

describe('text with millions of letters and no spaces', () => {
  it('is counted as words of a thousand letters', () => {
    assert.equal(countWords('ж'.repeat(characterCount), 'ru'), characterCount / 1000);
    assert.equal(countWords(`e${'\u0301'.repeat(characterCount)} é`, 'fr'), 2);
  });

  it('has a reading time, and a readability score for alphabetic scripts', () => {
    assert.equal(lixScore('漢'.repeat(characterCount)), null);
    assert.equal(lixScore('ж'.repeat(characterCount)), characterCount / 1000 + 100);
    assert.equal(
      estimateReadingMinutes('漢'.repeat(characterCount), characterCount),
      Math.ceil(characterCount / 255),
    );
  });

  it('is truncated in titles and names in the same way as a long description', async () => {
    const endless = '漢'.repeat(1_000_000);
    const named = await compileFixture({
      metadata: { title: endless, creator: endless },
      stored: true,
    });
    assert.equal(named.metadata.title, '漢'.repeat(20_000));
    assert.equal(named.metadata.contributors[0]?.name, '漢'.repeat(20_000));

    const nameless = await compileFixture({
      metadata: { title: '' },
      chapters: [`<h1>${endless}</h1>`],
      nav: '<nav/>',
      stored: true,
    });
    assert.equal(nameless.metadata.title, '漢'.repeat(20_000));
  });

  it('can be searched, with at most a hundred combining marks per letter', () => {
    const text = `e${'\u0301'.repeat(characterCount)}`;
    assert.equal(letterAt(text, 0).length, 101);
    assert.equal(letterAt(text, 101).length, 100);
    assert.equal(letterAt('\u1100'.repeat(characterCount), 0).length, 100);
  });
});
