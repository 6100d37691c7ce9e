import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalogues, wordsFor } from '../../../server/embed-page/messages.ts';
import { catalogues as ofReader } from '../../../src/i18n/load-messages.ts';

/** Every text of a catalogue by its path, made with the names of its own values. */
function textsOf(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, one]): [string, string][] => {
    if (typeof one === 'function') return [[path + name, String(one('‹value›'))]];
    return typeof one === 'object' ? textsOf(one, `${path}${name}.`) : [[path + name, one]];
  });
}

describe('the words of the pages', () => {
  it('are there in every language that the reader speaks', () => {
    assert.deepEqual(Object.keys(catalogues).sort(), ['en', ...Object.keys(ofReader)].sort());
  });

  const english = new Map(textsOf(wordsFor('en', [])));
  for (const [name, words] of Object.entries(catalogues)) {
    it(`are complete in ${name}`, () => {
      const texts = textsOf(words);
      assert.deepEqual(
        texts.map(([path]) => path),
        [...english.keys()],
      );
      for (const [path, text] of texts) {
        assert.notEqual(text.trim(), '', path);
        // What takes a value says it.
        assert.equal(text.includes('‹value›'), english.get(path)?.includes('‹value›'), path);
        if (path.startsWith('failures.') && name !== 'en') {
          assert.notEqual(text, english.get(path), path);
        }
      }
      assert.equal(wordsFor(words.locale, []), words);
    });
  }

  it('are those of the first language of the browser that there is', () => {
    assert.equal(wordsFor(null, ['eo', 'pt-BR', 'de']).locale, 'pt');
    assert.equal(wordsFor(null, ['zh-TW']).locale, 'zh-Hant');
    assert.equal(wordsFor(null, ['zh-CN']).locale, 'zh');
    assert.equal(wordsFor(null, ['eo', '*']).locale, 'en');
    assert.equal(wordsFor('constructor', ['de']).locale, 'en');
    assert.equal(wordsFor('eo', ['de']).locale, 'en');
  });

  it('run from right to left in Arabic and in Hebrew', () => {
    const mirrored = Object.values(catalogues).filter(({ direction }) => direction === 'rtl');
    assert.deepEqual(
      mirrored.map(({ locale }) => locale),
      ['ar', 'he'],
    );
  });
});
