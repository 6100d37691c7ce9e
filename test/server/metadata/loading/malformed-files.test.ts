import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testDatabase } from '../../harness.ts';
import { catalogueOf, jsonLines, loadContent } from './fixtures/load-content.ts';
import { isShort } from '../../../../scripts/test-tiers.js';

const good = jsonLines({ id: 'good', title: 'Good' });
const megabytes = (count: number, letter: string) => Buffer.alloc(count * 1024 * 1024, letter);

describe('a malicious or malformed catalog', () => {
  it('rejects a line of 100 MB, compressed or not, with little memory', async () => {
    const db = await testDatabase('sqlite');
    const file = Buffer.concat([
      Buffer.from('{"id":1,"title":"'),
      megabytes(100, 'x'),
      Buffer.from(`"}\n${good}`),
    ]);
    const packed = gzipSync(file);
    const before = process.memoryUsage().rss;

    const result = await loadContent(db, 'bomb.jsonl.gz', packed);

    assert.deepEqual(result.reasons, ['line 1: the line is longer than 4 MB']);
    assert.equal(result.added, 1);
    const grown = (process.memoryUsage().rss - before) / 1024 / 1024;
    assert.ok(grown < 150, `grew by ${grown} MB`);
    assert.equal((await loadContent(db, 'bomb.jsonl', file)).unchanged, 1);
  });

  it('stops with a reason at a CSV row of several megabytes and keeps the rows before it', async () => {
    const db = await testDatabase('sqlite');
    for (const quote of ['"', '']) {
      const file = Buffer.concat([Buffer.from(`id,title\n1,One\n2,${quote}`), megabytes(20, 'x')]);

      const result = await loadContent(db, 'bomb.csv', file);

      assert.equal(result.added + result.unchanged, 1);
      assert.equal(result.fault, 'Line 3: the row is longer than 4 MB.');
    }
  });

  it('stops before the incomplete row of a truncated file', async () => {
    const db = await testDatabase('sqlite');
    const count = isShort ? 12_500 : 50_000;
    const rows = Array.from({ length: count }, (_, at) => `${at},Book number ${at}\n`).join('');
    const packed = gzipSync(`id,title\n${rows}`);

    const result = await loadContent(db, 'cut.csv.gz', packed.subarray(0, packed.length / 2));

    assert.match(result.fault ?? '', /is incomplete/);
    const books = await catalogueOf(db);
    assert.ok(books.length > 100 && books.length < count);
    assert.deepEqual(
      books.filter(
        ({ title, record_key }) => `cut/${title.replace('Book number ', '')}` !== record_key,
      ),
      [],
    );
  });

  it('stops with a reason at endless XML or JSON', async () => {
    const db = await testDatabase('sqlite');
    const endless = {
      'text.xml': ['<ONIXMessage release="3.0"><Product><x>', ''],
      'attribute.xml': ['<ONIXMessage release="3.0"><Product><x y="', ''],
      'header.xml': ['<ONIXMessage release="3.0"><Header><x>', ''],
      'string.json': ['{"publications": [{"metadata": {"title": "', ''],
      'member.json': ['{"publications": [], "other": "', ''],
    };
    for (const [name, [start = '']] of Object.entries(endless)) {
      const file = Buffer.concat([Buffer.from(start), megabytes(30, 'x')]);

      const result = await loadContent(db, name, file);

      assert.match(result.fault ?? '', /more than 4 MB/, name);
    }
  });

  it('may contain deeply nested values', async () => {
    const db = await testDatabase('sqlite');
    const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
    const lines = `{"id":1,"title":"x","subjects":${deep}}\n{"id":2,"other":${deep},"title":"Kept"}\n`;
    const feed = `{"publications":[{"metadata":{"title":"x","identifier":"a","other":${deep}}}]}`;

    const result = await loadContent(db, 'deep.jsonl', lines + good);
    const opds = await loadContent(db, 'deep.json', feed);

    assert.deepEqual(
      (await catalogueOf(db)).map(({ title }) => title),
      opds.added ? ['Kept', 'Good', 'x'] : ['Kept', 'Good'],
    );
    assert.equal(result.refused, 1);
  });

  it('rejects a line that is not UTF-8', async () => {
    const db = await testDatabase('sqlite');
    const file = Buffer.concat([
      Buffer.from('{"id":1,"title":"Caf\xe9"}\n', 'latin1'),
      Buffer.from(good),
    ]);

    const result = await loadContent(db, 'books.jsonl', file);

    assert.deepEqual(result.reasons, ['line 1: the line is not UTF-8']);
    assert.equal(result.added, 1);
  });

  it('may contain member names of Object.prototype', async () => {
    const db = await testDatabase('sqlite');
    const line =
      '{"id":1,"title":"x","__proto__":{"subtitle":"y"},"constructor":{"prototype":1}}\n';

    const result = await loadContent(db, 'books.jsonl', line);

    assert.equal(result.added, 1);
    assert.equal((await catalogueOf(db))[0]?.metadata.subtitle, null);
    assert.equal(Reflect.get({}, 'subtitle'), undefined);
  });

  it('is unreadable if it is corrupt gzip, empty, UTF-16 or not a catalog', async () => {
    const db = await testDatabase('sqlite');
    const packed = gzipSync(good.repeat(1000));
    const cases: [string, Uint8Array, RegExp][] = [
      ['cut.jsonl.gz', packed.subarray(0, packed.length - 12), /is incomplete/],
      ['broken.jsonl.gz', Buffer.concat([packed.subarray(0, 20), Buffer.alloc(99, 7)]), /corrupt/],
      ['empty.jsonl', Buffer.alloc(0), /file is empty/],
      ['blank.csv', Buffer.from(' \n\n'), /file is empty/],
      ['wide.csv', Buffer.from('\ufeffid,title\n', 'utf16le'), /UTF-16/],
      ['image.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), /is not JSON Lines/],
      ['list.json', Buffer.from('[{"id":1}]'), /JSON array/],
    ];
    for (const [name, bytes, message] of cases) {
      assert.match((await loadContent(db, name, bytes)).fault ?? '', message, name);
    }
  });
});
