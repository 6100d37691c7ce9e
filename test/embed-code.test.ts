import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brandPresets } from '../demo/playground/brand-presets.ts';
import { embedCode, embedTargets } from '../shared/embed-code.ts';
import { tokenNames } from '../shared/theme-tokens.ts';

const reader = {
  origin: 'https://books.example',
  attributes: new Map([
    ['book', 'bk_1'],
    ['key', 'svc_pub_1'],
    ['offline', ''],
    ['start', '2#a"b'],
  ]),
  tokens: new Map([['--svc-font-family', "'A Font', serif"]]),
};

describe('the embed code', () => {
  it('is complete for a page', () => {
    assert.equal(
      embedCode('html', reader),
      `<script type="module" src="https://books.example/svc-reader.js"></script>
<style>
  svc-reader {
    --svc-font-family: 'A Font', serif;
  }
</style>
<svc-reader book="bk_1" key="svc_pub_1" offline start="2#a&quot;b"></svc-reader>`,
    );
  });

  it('names the API and the key as React needs them', () => {
    assert.equal(
      embedCode('react', reader),
      `import 'svc-reader/define';

export function Book() {
  return (
    <svc-reader
      book="bk_1"
      api="https://books.example"
      api-key="svc_pub_1"
      offline=""
      start={"2#a\\"b"}
      style={{
        "--svc-font-family": "'A Font', serif",
      }}
    />
  );
}`,
    );
  });

  it('is a block with custom HTML for WordPress', () => {
    assert.match(
      embedCode('wordpress', reader),
      /^<!-- wp:html -->\n<script .*><\/script>\n<svc-reader book="bk_1" .* style="[^"]*--svc-font-family: 'A Font', serif"><\/svc-reader>\n<!-- \/wp:html -->$/,
    );
  });
});

describe('the embed code of every target', () => {
  for (const target of embedTargets) {
    it(`keeps hostile values of ${target} inside their attribute or text`, () => {
      const hostile = '"><script>{alert(1)}</script>&quot;';
      const code = embedCode(target, {
        ...reader,
        title: hostile,
        attributes: new Map([...reader.attributes, ['affiliate', hostile]]),
      });
      const attributesEscaped = code.replaceAll(/"[^"\\]*"|\{"(?:[^"\\]|\\.)*"\}/g, '""');
      assert.ok(!attributesEscaped.includes('<script>{alert'), code);
      if (target === 'svelte') assert.ok(!/\{alert/.test(code), code);
      assert.match(code, /bk_1/);
      assert.match(code, /svc_pub_1/);
      assert.match(code, /https:\/\/books\.example/);
    });
  }
});

describe('the brands of the playground', () => {
  it('set only tokens that exist', () => {
    const known: readonly string[] = tokenNames;
    for (const { name, tokens } of brandPresets)
      for (const token of Object.keys(tokens))
        assert.ok(known.includes(token), `${name}: ${token}`);
  });
});
