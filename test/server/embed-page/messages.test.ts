import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalogues, findMessages } from '../../../server/embed-page/messages.ts';
import { catalogues as readerCatalogues } from '../../../src/i18n/load-messages.ts';

/** All messages of a catalogue with their paths; messages with parameters receive a placeholder. */
function textsOf(messages: object, path = ''): [string, string][] {
  return Object.entries(messages).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'function') return [[path + name, String(value('‹value›'))]];
    return typeof value === 'object' ? textsOf(value, `${path}${name}.`) : [[path + name, value]];
  });
}

describe('the messages of the pages', () => {
  it('exist in every language of the reader', () => {
    assert.deepEqual(
      Object.keys(catalogues).sort(),
      ['en', ...Object.keys(readerCatalogues)].sort(),
    );
  });

  const english = new Map(textsOf(findMessages('en', [])));
  for (const [name, messages] of Object.entries(catalogues)) {
    it(`are complete in ${name}`, () => {
      const texts = textsOf(messages);
      assert.deepEqual(
        texts.map(([path]) => path),
        [...english.keys()],
      );
      for (const [path, text] of texts) {
        assert.notEqual(text.trim(), '', path);
        // Messages with a parameter contain its value.
        assert.equal(text.includes('‹value›'), english.get(path)?.includes('‹value›'), path);
        if (path.startsWith('failures.') && name !== 'en') {
          assert.notEqual(text, english.get(path), path);
        }
      }
      assert.equal(findMessages(messages.locale, []), messages);
    });
  }

  it('use the first supported language of the browser', () => {
    assert.equal(findMessages(null, ['eo', 'pt-BR', 'de']).locale, 'pt');
    assert.equal(findMessages(null, ['zh-TW']).locale, 'zh-Hant');
    assert.equal(findMessages(null, ['zh-CN']).locale, 'zh');
    assert.equal(findMessages(null, ['eo', '*']).locale, 'en');
    assert.equal(findMessages('constructor', ['de']).locale, 'en');
    assert.equal(findMessages('eo', ['de']).locale, 'en');
  });

  it('are right-to-left in Arabic and Hebrew', () => {
    const mirrored = Object.values(catalogues).filter(({ direction }) => direction === 'rtl');
    assert.deepEqual(
      mirrored.map(({ locale }) => locale),
      ['ar', 'he'],
    );
  });
});
