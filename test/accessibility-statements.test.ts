import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const folder = new URL('../shared/accessibility-statements/', import.meta.url);
const textsOf = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

describe('the texts of accessibility statements', () => {
  it('exist in every language, with the same keys and values', () => {
    const catalogsOf = (at: URL) => readdirSync(at).filter((file) => file.endsWith('.json'));
    const messages = catalogsOf(new URL('../shared/messages/', import.meta.url));
    assert.deepEqual(catalogsOf(folder).sort(), messages.sort());
    const english = Object.entries(textsOf('en.json'));
    for (const file of messages) {
      const texts = textsOf(file);
      assert.deepEqual(
        Object.keys(texts),
        english.map(([key]) => key),
        file,
      );
      for (const [key, text] of english) {
        const other = texts[key] ?? '';
        assert.ok(other.trim(), `${file}: ${key}`);
        assert.equal(other.includes('{value}'), text.includes('{value}'), `${file}: ${key}`);
        if (file !== 'en.json' && !['braille'].includes(key)) assert.notEqual(other, text, key);
      }
    }
  });
});
