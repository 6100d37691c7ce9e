import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { isBalanced, resolveStyleSheet } from '../../../server/embed-page/book-style-sheets.ts';
import { guardRules, sheetDeclarations, textRules } from '../../../server/embed-page/text-rules.ts';
import { styleText } from '../../../server/embed-page/html.ts';

const component = readFileSync(
  new URL('../../../src/rendition/section/section-styles.ts', import.meta.url),
  'utf8',
);

describe('the styles of a page', () => {
  it('are identical to those of the reader', () => {
    const [defaults = '', guard = ''] = [...component.matchAll(/css\(`\n([^]*?)`\)/g)].map(
      ([, css]) => css ?? '',
    );
    const sheet = /\n {2}\.sheet \{\n([^]*?) {2}\}\n/.exec(defaults)?.[1];

    assert.equal(textRules.slice(1), defaults.slice(defaults.indexOf('  :where(h1')));
    assert.equal(guardRules.slice(1), guard);
    assert.equal(sheetDeclarations.slice(1), sheet);
  });

  it('allow a book to load images only from itself', () => {
    const resolved = (css: string) => resolveStyleSheet(css, (path) => `/r/${path}`);

    assert.equal(resolved('a{background:url(resource:b.png)}'), 'a{background:url("/r/b.png")}');
    assert.equal(resolved('a{b:url("https://evil.test")}'), 'a{b:url("")}');
    assert.equal(
      resolved('a{b:image-set("https://evil.test" 1x)}'),
      'a{b:x-refused("https://evil.test" 1x)}',
    );
    assert.equal(resolved('a{b:url("resource:\\22 )}*{c:d}")}'), 'a{b:url("/r/\\22 )}*{c:d}")}');
  });

  it('exclude style sheets that would break out of the enclosing rule', () => {
    assert.ok(isBalanced('a{b:c}@media x{d{e:"}"}}/* } */'));
    for (const css of [
      '}',
      'a{b:c}}',
      'a{',
      'a{b:(}',
      'a{b:"',
      'a{/* }',
      'a{b:[)]}',
      'a{b:"/*"}} c{d{e:"*/"}',
    ]) {
      assert.ok(!isBalanced(css), css);
    }
    assert.equal(styleText('a{b:"</style><script>"}'), 'a{b:"\\3c /style><script>"}');
    assert.equal(styleText('<!--'), '\\3c !--');
  });
});
