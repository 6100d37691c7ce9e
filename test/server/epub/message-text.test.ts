import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toOneLine } from '../../../server/epub/message-text.ts';
import { quote } from '../../../server/epub/container/entry-name.ts';
import { compileFixture } from './fixtures/compile-fixture.ts';

describe('a message about a book', () => {
  it('has one line, regardless of the book’s text', () => {
    assert.equal(toOneLine('a\n\t b\0c\u0085d', 100), 'a b\uFFFDc\uFFFDd');
    assert.equal(toOneLine('a'.repeat(30), 10), `${'a'.repeat(10)}…`);
    assert.equal(toOneLine('a'.repeat(10), 10), 'a'.repeat(10));
  });

  it('quotes names in shortened form, without control characters and in constant time', () => {
    const tag = '\u{E0001}';
    assert.equal(quote(`a\u202Eb${tag}`), '“a\uFFFDb\uFFFD”');
    assert.equal(quote('a'.repeat(120)), `“${'a'.repeat(120)}”`);
    assert.equal(quote('a'.repeat(121)), `“${'a'.repeat(120)}…”`);
    assert.equal(quote(tag.repeat(120)), `“${'\uFFFD'.repeat(120)}”`);
    assert.equal(quote(tag.repeat(121)), `“${'\uFFFD'.repeat(120)}…”`);
    const long = 'a'.repeat(10_000_000);
    const startMs = performance.now();
    for (let at = 0; at < 200; at += 1) quote(long);
    assert.ok(performance.now() - startMs < 500);
  });

  it('names an unknown element without bidirectional control characters', async () => {
    const { warnings } = await compileFixture({ chapters: ['<od\u202Ed>x</od\u202Ed><b>un'] });
    const [message = ''] = warnings
      .filter(({ code }) => code === 'element_unknown')
      .map((one) => one.message);
    assert.match(message, /^“od\uFFFDd” in /);
  });

  it('quotes a damaged package without its control characters', async () => {
    const { warnings } = await compileFixture({
      chapters: ['<p>One</p>', { body: '<p>Two</p>', mediaType: 'text\u0001/\u0002html' }],
    });
    for (const { message } of warnings) assert.doesNotMatch(message, /\p{Cc}/u);
  });
});
