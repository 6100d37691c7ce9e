import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  highContrastTokens,
  defaultTokenValue,
  themes,
  tokenNames,
  tokenTable,
} from '../../../server/deployments/token-table.ts';
import { parseToken } from '../../../server/deployments/token-values.ts';
import { contrastTokens, tokens, tokensFor } from '../../../src/theme/tokens.ts';

describe("the server's token table", () => {
  it('matches the tokens and defaults of the component', () => {
    assert.deepEqual(tokenNames, Object.keys(tokens));
    for (const theme of themes) {
      const own = tokenNames.map((name) => [name, defaultTokenValue(name, theme)]);
      assert.deepEqual(own, tokensFor(theme));
    }
  });

  it('matches the high-contrast colors of the component', () => {
    assert.deepEqual(highContrastTokens, contrastTokens);
  });

  it('accepts each default unchanged, except for font quotes', () => {
    for (const name of tokenNames) {
      for (const theme of themes) {
        const text = defaultTokenValue(name, theme);
        const reading = parseToken(tokenTable[name], text);
        assert.ok('value' in reading, `${name}: ${text}`);
        assert.equal(reading.value.replaceAll("'", ''), text.replaceAll("'", ''));
      }
    }
  });
});
