import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import {
  cursorCodec,
  nextPageLink,
  readPosition,
  sendPage,
} from '../../../server/http/pagination.ts';

const invalid = { code: 'invalid_cursor', status: 400 };

describe('a cursor', () => {
  const cursors = cursorCodec(['one secret']);

  it('returns the position that it was created from', () => {
    const cursor = cursors.write({ popularity: 3, id: 'bk_1' }, 'books');
    assert.match(cursor, /^[\w-]+$/);
    assert.deepEqual(cursors.read(cursor, 'books'), { popularity: 3, id: 'bk_1' });
  });

  it('is rejected if it was changed, truncated or made up', () => {
    const cursor = cursors.write({ id: 'bk_1' }, 'books');
    const swapped = cursor.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const forged of [swapped, cursor.slice(0, -4), `${cursor}AA`, 'x', '', `${cursor}=`]) {
      assert.throws(() => cursors.read(forged, 'books'), invalid);
    }
  });

  it('is valid only for its list and its server', () => {
    const cursor = cursors.write({ id: 'bk_1' }, 'books');
    assert.throws(() => cursors.read(cursor, 'reviews'), invalid);
    assert.throws(() => cursorCodec(['another secret']).read(cursor, 'books'), invalid);
  });
});

describe('the link to the next page', () => {
  it('is the same request with a different cursor', () => {
    assert.equal(
      nextPageLink('https://api.example', '/v1/books?q=caf%C3%A9&cursor=old&limit=5', 'new'),
      '<https://api.example/v1/books?q=caf%C3%A9&cursor=new&limit=5>; rel="next"',
    );
  });
});

describe('a list page', () => {
  const cursors = cursorCodec(['one secret']);
  const list = { cursors, publicUrl: 'https://api.example' };
  const positionOf = (row: number) => row;
  const send = (page: { rows: number[]; limit: number; hasMore?: boolean }) => {
    const headers: Record<string, string> = {};
    const reply = { header: (name: string, value: string) => (headers[name] = value) };
    const request = { url: '/v1/numbers' };
    const sent = sendPage(list, request, reply, {
      ...page,
      total: 9,
      scope: 'numbers',
      positionOf,
    });
    return { ...sent, headers };
  };

  it('cuts off the row past the limit and continues after the last row', () => {
    const { data, meta, headers } = send({ rows: [1, 2, 3], limit: 2 });
    assert.deepEqual(data, [1, 2]);
    assert.equal(readPosition(z.int(), cursors, meta.nextCursor ?? '', 'numbers'), 2);
    assert.deepEqual(headers, {
      Link: `<https://api.example/v1/numbers?cursor=${meta.nextCursor}>; rel="next"`,
    });
  });

  it('has no cursor and no link if it is the last page', () => {
    for (const rows of [[1, 2], [1], []]) {
      const { data, meta, headers } = send({ rows, limit: 2 });
      assert.deepEqual(data, rows);
      assert.deepEqual(meta, { total: 9, limit: 2, nextCursor: null });
      assert.deepEqual(headers, {});
    }
  });

  it('follows hasMore if it is given', () => {
    assert.notEqual(send({ rows: [1, 2], limit: 2, hasMore: true }).meta.nextCursor, null);
    assert.equal(send({ rows: [1, 2], limit: 2, hasMore: false }).meta.nextCursor, null);
  });

  it('starts at the beginning without a cursor', () => {
    assert.equal(readPosition(z.int(), cursors, undefined, 'numbers'), null);
  });
});
