import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine, testApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import { paidBook } from './paid-book.ts';

forEachEngine('a book that is sold', (engine) => {
  it('has a converted price, the age of the rate, and a buy link', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const { purchase } = await book.embed(book.key);
    assert.deepEqual(
      { ...purchase, buyUrl: null },
      {
        price: { amount: '9.99', currency: 'EUR' },
        converted: null,
        rateAgeSeconds: null,
        stale: false,
        buyUrl: null,
      },
    );
    assert.match(purchase?.buyUrl ?? '', /^http:\/\/svc\.test\/buy\//);
    const yen = (await book.embed(book.key, '&currency=JPY')).purchase;
    assert.match(yen?.converted?.amount ?? '', /^\d+$/);
    assert.equal(yen?.converted?.currency, 'JPY');
    assert.ok((yen?.rateAgeSeconds ?? -1) >= 0);
    const dinar = (await book.embed(book.key, '&currency=BHD')).purchase;
    assert.match(dinar?.converted?.amount ?? '', /^\d+\.\d{3}$/);
    assert.equal((await book.embed(book.key, '&currency=EUR')).purchase?.converted, null);
    const unknown = await api.request(`/v1/reader/embed?book=${book.id}&currency=XQQ`, {
      key: book.key,
    });
    assert.equal(unknown.status, 400);
    assert.equal((await unknown.json()).errors[0].parameter, 'currency');
  });

  it('has no purchase data without a price and a buy link', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api, { mode: 'free' });
    const patch = { price: null, buyUrl: null };
    await sendJson(api, 'PATCH', `/v1/books/${book.id}`, book.secret, patch);
    const embed = await book.embed(book.key);
    assert.equal(embed.purchase, null);
    assert.equal(embed.access.mode, 'full');
  });
});

forEachEngine('a deployment in an embed', (engine) => {
  async function createDeployment(api: Awaited<ReturnType<typeof testApi>>, key: string) {
    const response = await sendJson(api, 'POST', '/v1/reader/deployments', key, {
      name: 'Red Publishing',
      theme: { name: 'sepia', tokens: { '--svc-radius': '12px' } },
      locale: 'de',
      currency: 'USD',
      consent: 'required',
      links: { home: 'https://red.example', buy: 'https://red.example/buy/{isbn}' },
    });
    assert.equal(response.status, 201, await response.clone().text());
    return (await response.json()).data.id;
  }

  it('supplies the settings that the request omits', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const id = await createDeployment(api, book.secret);
    const plain = await book.embed(book.key, `&deployment=${id}`);
    assert.equal(plain.theme.name, 'sepia');
    assert.deepEqual(plain.theme.tokens, { '--svc-radius': '12px' });
    assert.equal(plain.locale, 'de');
    assert.equal(plain.purchase?.converted?.currency, 'USD');
    assert.equal(plain.deployment?.name, 'Red Publishing');
    assert.equal(plain.deployment?.consent, 'required');
    assert.deepEqual(plain.deployment?.links, {
      home: 'https://red.example',
      privacy: null,
      terms: null,
    });
    const query = `&deployment=${id}&theme=dark&locale=fr&currency=GBP&consent=granted`;
    const overridden = await book.embed(book.key, query);
    assert.equal(overridden.theme.name, 'dark');
    assert.equal(overridden.locale, 'fr');
    assert.equal(overridden.purchase?.converted?.currency, 'GBP');
    assert.equal(overridden.deployment?.consent, 'granted');
  });

  it('is not found if it belongs to another account', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const { text: other } = await api.newKey({ account: 'globex' });
    const id = await createDeployment(api, other);
    const path = `/v1/reader/embed?book=${book.id}&deployment=${id}`;
    const response = await api.request(path, { key: book.key });
    assert.equal(response.status, 404);
    const problem = await response.json();
    assert.equal(problem.code, 'deployment_not_found');
    assert.equal(problem.errors[0].parameter, 'deployment');
  });
});
