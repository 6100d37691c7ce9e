import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pageBooks } from '../../../server/books/page-books.ts';
import { bookStore } from '../../../server/books/store.ts';
import { bookSearch } from '../../../server/search/search.ts';
import { bookQuery } from '../search/index-fixtures.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { addBook } from './add-book.ts';

forEachEngine('the books of a search page', (engine) => {
  it('are read once until a book changes', async () => {
    const api = await testApi(engine);
    const { db } = api;
    const id = await addBook(api, { title: 'Emma' });
    const search = bookSearch(db);
    const store = bookStore(db);
    let reads = 0;
    const booksOf = pageBooks({
      byOrdinals: async (ordinals) => {
        reads += 1;
        return store.byOrdinals(ordinals);
      },
    });
    const list = async () => booksOf(await search.find(bookQuery({})));

    assert.deepEqual(
      (await list()).map(({ title }) => title),
      ['Emma'],
    );
    await list();
    assert.equal(reads, 1);

    const { revision } = await db.query
      .updateTable('book_clock')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .returning('revision')
      .executeTakeFirstOrThrow();
    await db.query
      .updateTable('books')
      .set({ rating_sum: 9, rating_count: 2, revision })
      .where('id', '=', id)
      .execute();
    assert.deepEqual((await list())[0]?.rating, { sum: 9, count: 2 });
  });
});
