import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isBalanced, resolveStyleSheet } from '../../../server/embed-page/book-style-sheets.ts';
import { styleText } from '../../../server/embed-page/html.ts';

describe('the styles of a page', () => {
  it('loads images of a book only from the book', () => {
    const resolved = (css: string) => resolveStyleSheet(css, (path) => `/r/${path}`);

    assert.equal(resolved('a{background:url(resource:b.png)}'), 'a{background:url("/r/b.png")}');
    assert.equal(resolved('a{b:url("https://evil.test")}'), 'a{b:url("")}');
    assert.equal(
      resolved('a{b:image-set("https://evil.test" 1x)}'),
      'a{b:x-refused("https://evil.test" 1x)}',
    );
    assert.equal(resolved('a{b:url("resource:\\22 )}*{c:d}")}'), 'a{b:url("/r/\\22 )}*{c:d}")}');
  });

  it('rejects a style sheet that would close its enclosing block', () => {
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
