import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { letterAt } from '../../../server/books/text-search/folded-text.ts';
import {
  lixScore,
  estimateReadingMinutes,
} from '../../../server/metadata/analysis/text-statistics.ts';
import { countWords } from '../../../server/values/count-words.ts';
import { compileFixture } from './fixtures/compile-fixture.ts';

/** Of which a regular expression without a bound keeps more than the engine has room for. */
const many = 5_000_000;

describe('text of millions of letters without a space', () => {
  it('is counted as words of a thousand letters each', () => {
    assert.equal(countWords('ж'.repeat(many), 'ru'), many / 1000);
    assert.equal(countWords(`e${'\u0301'.repeat(many)} é`, 'fr'), 2);
  });

  it('has its minutes, and a style where that means something', () => {
    assert.equal(lixScore('漢'.repeat(many)), null);
    assert.equal(lixScore('ж'.repeat(many)), many / 1000 + 100);
    assert.equal(estimateReadingMinutes('漢'.repeat(many), many), Math.ceil(many / 255));
  });

  it('is no title and no name: those end where the longest description does', async () => {
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

  it('can be searched, a hundred marks of a letter at a time', () => {
    const text = `e${'\u0301'.repeat(many)}`;
    assert.equal(letterAt(text, 0).length, 101);
    assert.equal(letterAt(text, 101).length, 100);
    assert.equal(letterAt('\u1100'.repeat(many), 0).length, 100);
  });
});
