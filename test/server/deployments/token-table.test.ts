import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  contrastTable,
  defaultOf,
  themes,
  tokenNames,
  tokenTable,
} from '../../../server/deployments/token-table.ts';
import { readToken } from '../../../server/deployments/token-value.ts';
import { contrastTokens, tokens, tokensOf } from '../../../src/look/tokens.ts';

describe("the server's table of tokens", () => {
  it('has the tokens of the component, with its defaults', () => {
    assert.deepEqual(tokenNames, Object.keys(tokens));
    for (const theme of themes) {
      const own = tokenNames.map((name) => [name, defaultOf(name, theme)]);
      assert.deepEqual(own, tokensOf(theme));
    }
  });

  it('has the colours of the strongest contrast', () => {
    assert.deepEqual(contrastTable, contrastTokens);
  });

  it('takes each of its own defaults as it is, but for the quotes of fonts', () => {
    for (const name of tokenNames) {
      for (const theme of themes) {
        const text = defaultOf(name, theme);
        const reading = readToken(tokenTable[name], text);
        assert.ok('value' in reading, `${name}: ${text}`);
        assert.equal(reading.value.replaceAll("'", ''), text.replaceAll("'", ''));
      }
    }
  });
});
