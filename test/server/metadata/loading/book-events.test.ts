import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine, testApi } from '../../harness.ts';
import { readEventLog, sendJson } from '../../read-event-log.ts';
import { catalogueOf, jsonLines, loadContent } from './fixtures/load-content.ts';

const dune = { id: 1, title: 'Dune' };
const emma = { id: 2, title: 'Emma' };

forEachEngine('a load of the shared catalog', (engine) => {
  async function setUp() {
    const api = await testApi(engine);
    await loadContent(api.db, 'shop.jsonl', jsonLines(dune, emma));
    const [duneId = '', emmaId = ''] = (await catalogueOf(api.db)).map(({ id }) => id);
    const subscribe = async (account: string, filters: object) => {
      const { text } = await api.newKey({ account });
      const hook = { url: `https://${account}.example/`, events: ['*'], filters };
      assert.equal((await sendJson(api, 'POST', '/v1/webhooks', text, hook)).status, 201);
    };
    return { api, duneId, emmaId, subscribe };
  }

  it('sends changes of a book only to its subscribers', async () => {
    const { api, duneId, subscribe } = await setUp();
    await subscribe('globex', { bookIds: [duneId] });
    await subscribe('acme', {});

    await loadContent(
      api.db,
      'shop.jsonl',
      jsonLines({ ...dune, title: 'Dune, again' }, { ...emma, title: 'Emma II' }),
    );

    const [event, ...more] = await readEventLog(api, 'globex');
    assert.equal(event?.type, 'book.updated');
    assert.equal(event.data.object['id'], duneId);
    assert.equal(event.data.object['title'], 'Dune, again');
    assert.equal(event.data.previous?.['title'], 'Dune');
    assert.deepEqual(more, []);
    assert.deepEqual(await readEventLog(api, 'acme'), []);
    const deliveries = await api.db.query
      .selectFrom('webhook_deliveries')
      .select('event_id')
      .execute();
    assert.deepEqual(
      deliveries.map(({ event_id }) => event_id),
      [event.id],
    );
  });

  it('sends an event for a removed book, and none for unchanged books', async () => {
    const { api, duneId, emmaId, subscribe } = await setUp();
    await subscribe('globex', { bookIds: [duneId, emmaId] });

    await loadContent(api.db, 'shop.jsonl', jsonLines(dune, emma));
    assert.deepEqual(await readEventLog(api, 'globex'), []);
    const removal = `<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference">
      <Product><RecordReference>2</RecordReference><NotificationType>05</NotificationType></Product>
    </ONIXMessage>`;
    const result = await loadContent(api.db, 'shop.xml', removal, { source: 'shop' });

    assert.equal(result.changed, 1);
    const [event, ...more] = await readEventLog(api, 'globex');
    assert.equal(event?.type, 'book.deleted');
    assert.equal(event.data.object['id'], emmaId);
    assert.equal(event.data.object['title'], 'Emma');
    assert.deepEqual(more, []);
  });
});
