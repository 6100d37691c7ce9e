import assert from 'node:assert/strict';
import { it } from 'node:test';
import { renderSitemapIndex, sitemaps } from '../../../server/embed-page/sitemaps.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { addStory } from './page-fixtures.ts';

forEachEngine('sitemaps', (engine) => {
  it('contain each public book with text once, split at the limit', async () => {
    const api = await testApi(engine);
    const books = [];
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
      books.push(await addStory(api, title));
    await addStory(api, 'Private', { visibility: 'private' });
    const row = await api.db.query
      .selectFrom('books')
      .select('account_id')
      .where('id', '=', books[0] ?? '')
      .executeTakeFirstOrThrow();
    const { countParts, list } = sitemaps(api.db, 2);
    const accountId = row.account_id ?? '';

    const parts = await countParts(accountId);
    const listed = [];
    for (let part = 1; part <= parts; part += 1) listed.push(await list(accountId, part));

    assert.deepEqual(
      listed.flat().map(({ title }) => title),
      ['One', 'Two', 'Three', 'Four', 'Five'],
    );
    assert.ok(listed.every(({ length }) => length <= 2));
    assert.equal(await countParts('acc_unknown'), 0);
    assert.match(
      renderSitemapIndex('https://a.example', 2),
      /<loc>https:\/\/a\.example\/sitemap\.xml\?part=1<\/loc>[^]*part=2</,
    );
  });
});
