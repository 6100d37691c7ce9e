import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oneLine } from '../../../server/epub/one-line.ts';
import { compileFixture } from './fixtures/compile-fixture.ts';

describe('what is told of a book', () => {
  it('stands on one line, whatever the book says', () => {
    assert.equal(oneLine('a\n\t b\0c\u0085d', 100), 'a b\uFFFDc\uFFFDd');
    assert.equal(oneLine('a'.repeat(30), 10), `${'a'.repeat(10)}…`);
    assert.equal(oneLine('a'.repeat(10), 10), 'a'.repeat(10));
  });

  it('names what a damaged package says without its control characters', async () => {
    const { warnings } = await compileFixture({
      chapters: ['<p>One</p>', { body: '<p>Two</p>', mediaType: 'text\u0001/\u0002html' }],
    });
    for (const { message } of warnings) assert.doesNotMatch(message, /\p{Cc}/u);
  });
});
