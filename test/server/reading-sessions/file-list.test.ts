import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Embed } from '../../../server/reading-sessions/contract.ts';
import { FileList } from '../../../server/reading-sessions/file-list.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { type PaidBook, paidBook, shopOrigin } from './paid-book.ts';

async function fetchList(book: PaidBook, embed: Embed): Promise<FileList> {
  const answer = await book.fetchContent(embed, '/files');
  assert.equal(answer.status, 200, await answer.clone().text());
  return FileList.parse((await answer.json()).data);
}

/** Fetches all listed files and returns the distinct statuses. */
async function fetchAll(book: PaidBook, embed: Embed, list: FileList): Promise<number[]> {
  const statuses = new Set<number>();
  for (const { path } of list.files) {
    const signed = path.startsWith('resources/') ? `?${embed.session.resourceQuery}` : '';
    statuses.add((await book.fetchContent(embed, `/${path}${signed}`)).status);
  }
  return [...statuses];
}

forEachEngine('the list of a book’s files', (engine) => {
  it('contains all files that the owner may fetch, with sizes that add up', async () => {
    const book = await paidBook(await testApi(engine));
    const embed = await book.embed(book.secret);

    const list = await fetchList(book, embed);

    const kinds = list.files.map(({ path }) => path.split('/')[0]);
    const count = (kind: string) => kinds.filter((one) => one === kind).length;
    assert.equal(count('sections'), embed.readingOrder.length);
    assert.equal(count('styles'), 6);
    assert.equal(count('resources'), 24);
    assert.ok(list.files.every(({ bytes }) => bytes > 0));
    assert.equal(
      list.bytes,
      list.files.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    assert.deepEqual(await fetchAll(book, embed, list), [200]);
  });

  it('contains only the files of a sample', async () => {
    const book = await paidBook(await testApi(engine));
    const fullList = await fetchList(book, await book.embed(book.secret));
    const embed = await book.embed(book.key, '', { headers: { Origin: shopOrigin } });

    const list = await fetchList(book, embed);

    assert.ok(list.files.length < fullList.files.length);
    assert.ok(list.bytes < fullList.bytes);
    const { until } = embed.access;
    assert.ok(
      list.files.some(({ path }) => path === `sections/${until?.section}?end=${until?.offset}`),
    );
    assert.deepEqual(await fetchAll(book, embed, list), [200]);
  });
});
