import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { thumbHashToAverageRGBA } from 'thumbhash';
import {
  detectLanguage,
  isSimilarLanguage,
} from '../../../../server/metadata/analysis/detect-language.ts';
import { normalizeIdentifiers } from '../../../../server/import/book-rows.ts';
import { previewCover } from '../../../../server/metadata/analysis/cover-preview.ts';
import {
  lixScore,
  estimateReadingMinutes,
} from '../../../../server/metadata/analysis/text-statistics.ts';
import { proseOfSection } from '../../../../server/metadata/analysis/analyze-text.ts';

const english =
  'The morning was quiet, and nobody in the house had noticed that the letter was gone. ';
const german =
  'Der Morgen war still, und niemand im Haus hatte bemerkt, dass der Brief verschwunden war. ';
const japanese = '朝は静かで、家の誰もその手紙がなくなったことに気づいていなかった。';
const chinese = '早晨很安静，家里没有人注意到那封信已经不见了。';

describe('the language of a text', () => {
  it('is detected from the text', () => {
    assert.equal(detectLanguage(english.repeat(90))?.language, 'en');
    assert.equal(detectLanguage(german.repeat(4))?.language, 'de');
    assert.equal(detectLanguage(japanese.repeat(100))?.language, 'ja');
    assert.equal(detectLanguage(chinese.repeat(200))?.language, 'zh');
  });

  it('is the language of most samples, with their share as confidence', () => {
    const pure = detectLanguage(german.repeat(80));
    const mixed = detectLanguage(german.repeat(60) + english.repeat(20));

    assert.equal(mixed?.language, 'de');
    assert.ok(mixed.confidence < (pure?.confidence ?? 0));
    assert.equal(detectLanguage(german.repeat(40) + english.repeat(41)), null);
  });

  it('is unknown for short or empty text', () => {
    assert.equal(detectLanguage(''), null);
    assert.equal(detectLanguage('Hello.'), null);
    assert.equal(detectLanguage('12345 67890 '.repeat(100)), null);
  });

  it('counts as equal for tags that can hardly be distinguished', () => {
    assert.equal(isSimilarLanguage('en-GB', 'en'), true);
    assert.equal(isSimilarLanguage('nb', 'no'), true);
    assert.equal(isSimilarLanguage('tl', 'fil'), true);
    assert.equal(isSimilarLanguage('pt', 'es'), false);
  });
});

describe('readability', () => {
  it('is words per sentence plus the percentage of long words', () => {
    // Ten words, one of them with at least seven letters, result in 10 + 10.
    assert.equal(lixScore('One two six ten big cat dog pig sunlight hen. '.repeat(10)), 20);
  });

  it('treats the end of a block as the end of a sentence', () => {
    const words = 'one two six ten big cat dog pig cow hen';
    assert.equal(lixScore(`${words}\n`.repeat(10)), 10);
  });

  it('has no value for unsupported scripts and short texts', () => {
    assert.equal(lixScore(japanese.repeat(200)), null);
    assert.equal(lixScore('بيت كبير في المدينة. '.repeat(200)), null);
    assert.equal(lixScore('Too short.'), null);
  });
});

describe('reading time', () => {
  it('counts words in languages with spaces, and characters in other languages', () => {
    assert.equal(estimateReadingMinutes('word '.repeat(2380), 2380), 10);
    assert.equal(estimateReadingMinutes('字'.repeat(2550), 1200), 10);
    assert.equal(estimateReadingMinutes('かな字'.repeat(1190), 2000), 10);
    assert.equal(estimateReadingMinutes(`${'字'.repeat(2550)} ${'word '.repeat(2380)}`, 4000), 20);
  });
});

describe('identifiers', () => {
  it('contain ISBNs with thirteen digits, without duplicates', () => {
    assert.deepEqual(
      normalizeIdentifiers([
        { scheme: 'isbn', value: '0306406152' },
        { scheme: 'isbn', value: '9780306406157' },
        { scheme: 'uri', value: 'https://example.com/1' },
      ]),
      [
        { scheme: 'isbn', value: '9780306406157' },
        { scheme: 'uri', value: 'https://example.com/1' },
      ],
    );
  });
});

describe('the text of a section', () => {
  it('has one line per block, without ruby annotations and code', () => {
    assert.equal(
      proseOfSection([
        'div',
        {},
        ['h1', {}, 'One'],
        ['p', {}, 'Two ', ['em', {}, 'three'], ['ruby', {}, '字', ['rt', {}, 'じ']]],
        ['pre', {}, 'let x'],
      ]),
      'One\nTwo three字\n\n',
    );
  });
});

describe('the preview of a cover', () => {
  it('consists of a thumbnail and the dominant color', async () => {
    const paper = { width: 600, height: 900, channels: 3, background: '#2457d6' } as const;
    const label = sharp({ create: { ...paper, height: 200, background: '#ffffff' } }).png();
    const cover = await sharp({ create: paper })
      .composite([{ input: await label.toBuffer(), gravity: 'north' }])
      .jpeg({ quality: 100 })
      .toBuffer();

    const preview = await previewCover(cover);

    assert.match(preview?.color ?? '', /^#2[345]5[678]d[567]$/);
    const { r, g, b } = thumbHashToAverageRGBA(Buffer.from(preview?.thumbhash ?? '', 'base64'));
    assert.ok(b > g && g > r);
  });

  it('is missing if the file is not an image', async () => {
    assert.equal(await previewCover(Buffer.from('GIF89a, or not')), null);
    assert.equal(await previewCover(new Uint8Array()), null);
  });
});
