import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { detailReasons } from '../../server/failure.ts';
import { compileConsoleMessages, readConsoleMessages } from '../../scripts/console-messages.ts';

const folder = new URL('../../console/messages/', import.meta.url);
const languages = readdirSync(folder).map((file) => file.replace('.json', ''));
const english = readConsoleMessages('en');

/** Names of the arguments in a message. */
const argumentsOf = (text: string) =>
  [...text.matchAll(/\{(\w+)\s*[,}]/g)].map(([, name]) => name).sort();

describe('the texts of the console', () => {
  for (const language of languages) {
    it(`has all texts in ${language}, with the arguments of the English ones`, () => {
      const texts = readConsoleMessages(language);
      const missing = Object.keys(english).filter((key) => !Object.hasOwn(texts, key));
      const unknown = Object.keys(texts).filter((key) => !Object.hasOwn(english, key));
      assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] });
      for (const [key, text] of Object.entries(texts)) {
        const expected = argumentsOf(english[key] ?? '');
        assert.deepEqual(argumentsOf(text), expected, `${language}: ${key}`);
      }
    });
  }

  it('explains each rule that the server names for a value of a form', () => {
    const missing = detailReasons.filter(
      (reason) => !Object.hasOwn(english, `fieldError.${reason}`),
    );
    assert.deepEqual(missing, []);
  });

  it('falls back to English text by text in other languages', () => {
    assert.match(compileConsoleMessages('xx', './format.ts'), /"keys\.title": "API keys"/);
  });
});
