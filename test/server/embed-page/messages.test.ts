import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalogues, findMessages } from '../../../server/embed-page/messages.ts';

/** Every message in a catalog by its path, formatted with a placeholder. */
function textsOf(messages: object, path = ''): [string, string][] {
  return Object.entries(messages).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'function') return [[path + name, String(value('‹value›'))]];
    return typeof value === 'object' ? textsOf(value, `${path}${name}.`) : [[path + name, value]];
  });
}

describe('the messages of the served pages', () => {
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
        // The argument is part of the message.
        assert.equal(text.includes('‹value›'), english.get(path)?.includes('‹value›'), path);
        if (path.startsWith('failures.') && name !== 'en') {
          assert.notEqual(text, english.get(path), path);
        }
      }
      assert.equal(findMessages(messages.locale, []), messages);
    });
  }

  it('use the first accepted language that has a catalog', () => {
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
