import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { Completion, LanguageCount } from '../../../server/books/contract.ts';
import { forEachEngine, testApi, type TestApi } from '../harness.ts';
import { addBook } from './add-book.ts';

async function complete(api: TestApi, key: string, query: string): Promise<Completion[]> {
  const response = await api.request(`/v1/books/suggest?${query}`, { key });
  assert.equal(response.status, 200);
  return z.object({ data: z.array(z.strictObject(Completion.shape)) }).parse(await response.json())
    .data;
}

forEachEngine('GET /v1/books/suggest', (engine) => {
  it('returns each title and name once, starting with those that begin with the query', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    await addBook(api, { title: 'The Making of Emma', author: 'Ann Other', popularity: 9 });
    const emma = await addBook(api, { title: 'Emma', author: 'Jane Austen', popularity: 5 });
    await addBook(api, { title: 'Emma', author: 'Jane Austen', popularity: 4 });
    await addBook(api, { title: 'Emmanuel', author: 'Ann Other' });
    await addBook(api, { title: 'Letters', author: 'Emma Goldman' });
    await addBook(api, { title: 'Poems', author: 'Juan Emmar' });

    const completions = await complete(api, key, 'q=EMM');

    assert.deepEqual(
      completions.map(({ text, kind }) => `${kind} ${text}`),
      [
        'title Emma',
        'author Emma Goldman',
        'title Emmanuel',
        'author Juan Emmar',
        'title The Making of Emma',
      ],
    );
    assert.equal(completions[0]?.bookId, emma);
    assert.deepEqual(completions[0]?.spans, [[0, 4]]);
    assert.equal(completions[1]?.bookId, null);
    assert.deepEqual(completions[3]?.spans, [[5, 10]]);
  });

  it('respects the language, the limit and the key’s visibility', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey({ account: 'globex' });
    await addBook(api, { title: 'Wal', languages: ['de'] });
    await addBook(api, { title: 'Wales', languages: ['en'] });
    await addBook(api, { title: 'Walden secret', visibility: 'private' });

    assert.deepEqual(
      (await complete(api, key, 'q=wal&language=de')).map(({ text }) => text),
      ['Wal'],
    );
    assert.equal((await complete(api, key, 'q=wal&limit=1')).length, 1);
    assert.equal((await complete(api, key, 'q=wal')).length, 2);
    assert.deepEqual(await complete(api, key, 'q=zzz'), []);
  });
});

forEachEngine('GET /v1/books/languages', (engine) => {
  it('counts languages and names them in their own language and in English', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey({ account: 'globex' });
    await addBook(api, { title: 'One', languages: ['de'] });
    await addBook(api, { title: 'Two', languages: ['de', 'ja'] });
    await addBook(api, { title: 'Hidden', languages: ['fr'], visibility: 'private' });

    const response = await api.request('/v1/books/languages', { key });

    const Answer = z.object({ data: z.array(z.strictObject(LanguageCount.shape)) });
    assert.deepEqual(Answer.parse(await response.json()).data, [
      { language: 'de', name: 'Deutsch', englishName: 'German', count: 2 },
      { language: 'ja', name: '日本語', englishName: 'Japanese', count: 1 },
    ]);
  });
});
