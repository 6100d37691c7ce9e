import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minifyCssTemplates } from '../scripts/minify-css.js';

const minified = (code: string) => minifyCssTemplates(code, 'styles.ts');

describe('the CSS minifier of the build', () => {
  it('minifies tagged, passed and marked literals, and no others', () => {
    const source = '`\n  a { color: #ffffff; /* White. */ }\n`';
    const lines = '\n\n';

    assert.equal(minified(`css${source};`), `css\`a{color:#fff}\`${lines};`);
    assert.equal(minified(`css(${source});`), `css(\`a{color:#fff}\`${lines});`);
    assert.equal(minified(`/* css */ ${source};`), `/* css */ \`a{color:#fff}\`${lines};`);
    assert.equal(minified(`html${source};`), `html${source};`);
    assert.equal(minified(`text = ${source};`), `text = ${source};`);
  });

  it('keeps interpolated rules, declarations, selectors and values in their places', () => {
    const cases = {
      '${rules}\n a { b: c; }': '${rules}a{b:c}',
      'a { b: c; }\n ${one}\n ${two}\n d { e: f; }': 'a{b:c}${one}${two}d{e:f}',
      'a { b: c; ${declarations} }': 'a{b:c;${declarations}}',
      'a { b: c; ${declaration}; d: e; }': 'a{b:c;${declaration};d:e}',
      '${selector} { b: c; }': '${selector}{b:c}',
      '.x .${name}, ${other} > p { b: c; }': '.x .${name},${other}>p{b:c}',
      'a { width: calc(2 * ${width}px); color: ${color}; }':
        'a{width:calc(2*${width}px);color:${color}}',
      "@media (min-width: ${w}) { ${rules('a', (b) => `${b}!`)} }":
        "@media(min-width:${w}){${rules('a', (b) => `${b}!`)}}",
    };
    for (const [source, expected] of Object.entries(cases)) {
      assert.equal(
        minified(`css\`${source}\``).trimEnd().replace('(min-width: ', '(min-width:'),
        `css\`${expected}\``,
      );
    }
  });

  it('escapes what would end a template literal', () => {
    const source = String.raw`a::before { content: '\\2014 \` \${x}'; }`;
    const expected = String.raw`a:before{content:"\\2014\` \${x}"}`;

    assert.equal(minified(`css\`${source}\``), `css\`${expected}\``);
  });

  it('keeps the line numbers of the code that follows', () => {
    const source = 'const a = css`\n  b {\n    c: d;\n  }\n`;\nthrow a;\n';

    assert.equal(minified(source).split('\n').indexOf('throw a;'), 5);
  });

  it('rejects invalid CSS', () => {
    assert.throws(() => minified('css`a { b: c; }}`'), /^Error: styles\.ts: /);
  });
});
