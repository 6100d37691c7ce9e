import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ListPage } from '../../../server/console/contract.ts';
import type { ChapterView, SerialChapter } from '../../../server/chapters/contract.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { codeOf, newMember, newOperator } from './console-client.ts';

forEachEngine('chapters in the console', (engine) => {
  it('are added to a serial, moved, scheduled, published and deleted', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const [acme, globex] = await Promise.all(
      ['Acme', 'Globex'].map((name) =>
        operator.data<{ id: string }>('POST', '/operator/accounts', { name }),
      ),
    );
    const path = `/accounts/${acme?.id}`;
    const editor = await newMember(api, operator, String(acme?.id), 'editor');
    const { id } = await editor.data<{ id: string }>('POST', `${path}/books`, { title: 'Ferry' });
    const list = async () => {
      const response = await editor.request('GET', `${path}/books/${id}/chapters`);
      const page: ListPage<SerialChapter> = await response.json();
      return page.data;
    };
    const publishAt = '2026-12-01T08:00:00.000Z';
    for (const chapter of [{ title: 'One' }, { title: 'Two', publishAt }, { title: 'Three' }]) {
      // Equal positions, as in chapters whose authors assign no numbers.
      const body = { ...chapter, content: `<p>${chapter.title} & more</p>`, position: 0 };
      await editor.data('POST', `${path}/books/${id}/chapters`, body);
    }
    const [one, two, three] = await list();
    assert.ok(one && two && three);
    assert.deepEqual([one.state, two.state, two.publishAt], ['draft', 'scheduled', publishAt]);

    await editor.data('POST', `${path}/chapters/${three.id}/move`, { by: -1 });
    await editor.data('POST', `${path}/chapters/${one.id}/move`, { by: -1 });
    const titles = async () => (await list()).map(({ title }) => title);
    assert.deepEqual(await titles(), ['One', 'Three', 'Two']);
    await editor.data('POST', `${path}/chapters/${one.id}/move`, { by: 1 });
    assert.deepEqual(await titles(), ['Three', 'One', 'Two']);

    await editor.data('PATCH', `${path}/chapters/${one.id}`, { title: 'First' });
    const published = await editor.data<SerialChapter>(
      'POST',
      `${path}/chapters/${one.id}/publish`,
      {},
    );
    assert.deepEqual([published.title, published.state], ['First', 'published']);
    const { content } = await editor.data<ChapterView>('GET', `${path}/chapters/${one.id}`);
    assert.equal(content?.source, '<p>One & more</p>');
    await editor.data('POST', `${path}/chapters/${two.id}/unpublish`);
    await editor.data('DELETE', `${path}/chapters/${three.id}`);
    assert.deepEqual(
      (await list()).map(({ title, state }) => [title, state]),
      [
        ['First', 'published'],
        ['Two', 'unpublished'],
      ],
    );

    const past = { publishAt: '2026-01-01T00:00:00.000Z' };
    const refused = await editor.request('POST', `${path}/chapters/${two.id}/publish`, past);
    assert.equal(await codeOf(refused), '400 invalid_request');
    const foreign = `/accounts/${globex?.id}`;
    for (const url of [`${foreign}/chapters/${two.id}`, `${foreign}/books/${id}/chapters`]) {
      assert.equal((await operator.request('GET', url)).status, 404);
    }
    // Published chapters of public books are visible to other accounts, but not changed by them.
    await editor.data('PATCH', `${path}/books/${id}`, { visibility: 'public' });
    const theft = { title: 'Mine' };
    const other = await operator.request('PATCH', `${foreign}/chapters/${one.id}`, theft);
    assert.equal(await codeOf(other), '404 chapter_not_found');
  });
});
