import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cursorCodec, nextPageLink } from '../../../server/http/pagination.ts';

const invalid = { code: 'invalid_cursor', status: 400 };

describe('a cursor', () => {
  const cursors = cursorCodec('one secret');

  it('brings back the place that it was made of', () => {
    const cursor = cursors.write({ popularity: 3, id: 'bk_1' }, 'books');
    assert.match(cursor, /^[\w-]+$/);
    assert.deepEqual(cursors.read(cursor, 'books'), { popularity: 3, id: 'bk_1' });
  });

  it('is refused when it was tampered with, cut, or made up', () => {
    const cursor = cursors.write({ id: 'bk_1' }, 'books');
    const swapped = cursor.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const forged of [swapped, cursor.slice(0, -4), `${cursor}AA`, 'x', '', `${cursor}=`]) {
      assert.throws(() => cursors.read(forged, 'books'), invalid);
    }
  });

  it('is good for its own list and its own server only', () => {
    const cursor = cursors.write({ id: 'bk_1' }, 'books');
    assert.throws(() => cursors.read(cursor, 'reviews'), invalid);
    assert.throws(() => cursorCodec('another secret').read(cursor, 'books'), invalid);
  });
});

describe('the link to the next page', () => {
  it('is the same request with another cursor', () => {
    assert.equal(
      nextPageLink('https://api.example', '/v1/books?q=caf%C3%A9&cursor=old&limit=5', 'new'),
      '<https://api.example/v1/books?q=caf%C3%A9&cursor=new&limit=5>; rel="next"',
    );
  });
});
