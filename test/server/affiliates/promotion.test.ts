import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { addBook } from '../books/add-book.ts';
import { forEachEngine } from '../harness.ts';
import { rawRequest } from '../raw-request.ts';
import { sendJson } from '../read-event-log.ts';
import { affiliateApi } from './affiliate-api.ts';

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
const previews = [
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'WhatsApp/2.23.20.0',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
];

forEachEngine('a promotion link', (engine) => {
  it('leads to the shop and counts its clicks, but not link previews', async () => {
    const { api, bookId, addPartner, sell, followBuyLink, open } = await affiliateApi(engine);
    const partner = await addPartner();
    const path = `/r/weekly?book=${bookId}&campaign=autumn&sub=letter`;
    const clicks = async () =>
      (await api.db.query.selectFrom('clicks').select(['id', 'partner_id']).execute()).length;

    for (const agent of previews) {
      const preview = await api.request(path, { headers: { 'User-Agent': agent } });
      assert.equal(preview.status, 200, agent);
      const html = await preview.text();
      assert.match(html, /property="og:title" content="Whale/);
      assert.match(html, /noindex/);
      await followBuyLink((await open()).buyUrl, { 'User-Agent': agent });
    }
    const head = await fetch(api.url + path, { method: 'HEAD', redirect: 'manual' });
    assert.equal(head.status, 303);
    assert.equal(await clicks(), 0);

    const shop = new URL(await followBuyLink(path, { 'User-Agent': safari }));
    assert.equal(shop.origin + shop.pathname, 'https://shop.example/9783161484100');
    assert.deepEqual(
      ['ref', 'c', 's'].map((name) => shop.searchParams.get(name)),
      ['weekly', 'autumn', 'letter'],
    );
    assert.equal(await clicks(), 1);
    const sale = await sell({ clickId: shop.searchParams.get('click') });
    assert.deepEqual(
      [sale.conversion?.affiliateId, sale.conversion?.campaign, sale.conversion?.reason],
      [partner.id, 'autumn', null],
    );
    const byIsbn = await followBuyLink('/r/weekly?book=isbn:978-3-16-148410-0');
    assert.match(byIsbn, /ref=weekly/);

    const unknown = new URL(await followBuyLink(`/r/nobody?book=${bookId}`));
    assert.equal(unknown.searchParams.get('click'), '');
    const unsold = await addBook(api, { title: 'Unsold' });
    const hidden = await addBook(api, { title: 'Hidden', visibility: 'private' });
    for (const id of [unsold, hidden, 'bk_0'])
      assert.equal((await api.request(`/r/weekly?book=${id}`)).status, 404);
    assert.equal((await api.request('/r/weekly?book=https://evil.example')).status, 400);
  });

  it('leads only to the host of the book’s own link, regardless of its parameters', async () => {
    const { api, bookId, addPartner } = await affiliateApi(engine);
    await addPartner();
    const hostile = fc.oneof(
      fc.constantFrom(
        'https://evil.example',
        '//evil.example/',
        '\\\\evil.example',
        '@evil.example',
        '\r\nLocation: x',
        '..',
        '{isbn}',
        '#',
        '?u=',
      ),
      fc.string({ maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 10 }).map((text) => text.toWellFormed()),
    );
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, hostile, async (code, campaign, sub, name) => {
        const query = new URLSearchParams({ [name]: 'https://evil.example', campaign, sub });
        query.set('book', bookId);
        const path = `/r/${encodeURIComponent(code).replaceAll('.', '%2E') || 'x'}?${query}`;
        const { status, headers } = await rawRequest(api.url + path, {
          headers: { Host: 'svc.test' },
        });
        if (status !== 303) return assert.ok(status >= 400 && status < 500, `${status} ${path}`);
        assert.equal(new URL(String(headers['location'])).origin, 'https://shop.example');
      }),
      { numRuns: 60 },
    );
  });
});

forEachEngine('affiliate terms', (engine) => {
  it('attribute sales by coupon codes, in any case, each of one affiliate', async () => {
    const { api, key, addPartner, sell, open, followBuyLink } = await affiliateApi(engine);
    const weekly = await addPartner({ ownReaderIds: ['editor'] });
    const other = await addPartner({ code: 'other', couponCodes: ['Summer', 'SUMMER', 'x'] });
    assert.deepEqual(other.couponCodes, ['SUMMER', 'x']);
    const taken = await sendJson(api, 'PATCH', `/v1/affiliates/${weekly.id}`, key, {
      couponCodes: ['mine', 'summer'],
    });
    assert.equal(taken.status, 409);
    assert.equal((await taken.json()).errors[0].pointer, '/couponCodes/1');

    const { buyUrl, clickId } = await open();
    await followBuyLink(buyUrl);
    const byCoupon = await sell({ clickId, couponCode: 'sUmMeR' });
    assert.deepEqual(
      [byCoupon.couponCode, byCoupon.conversion?.affiliateId, byCoupon.conversion?.state],
      ['sUmMeR', other.id, 'pending'],
    );
    const listed = await api.request(`/v1/affiliates/${other.id}/conversions`, { key });
    assert.equal((await listed.json()).data[0].clickId, null);
    const byClick = await sell({ clickId, couponCode: 'BLACKFRIDAY' });
    assert.equal(byClick.conversion?.affiliateId, weekly.id);
    await sendJson(api, 'PATCH', `/v1/affiliates/${other.id}`, key, { state: 'paused' });
    assert.equal((await sell({ clickId, couponCode: 'x' })).conversion?.affiliateId, weekly.id);
    assert.equal((await sell({ couponCode: 'x' })).conversion?.reason, 'partner_paused');
    await sendJson(api, 'PATCH', `/v1/affiliates/${other.id}`, key, {
      state: 'active',
      couponCodes: [],
    });
    assert.equal((await sell({ couponCode: 'x' })).conversion, null);
  });

  it('have rates for single books and subjects', async () => {
    const { api, key, bookId, addPartner, sell } = await affiliateApi(engine);
    const partner = await addPartner({ couponCodes: ['C'] });
    const subjects = [{ scheme: null, code: 'FIC002000', label: 'Séa stories' }];
    await sendJson(api, 'PATCH', `/v1/books/${bookId}`, key, { subjects });
    const earned = async (specialRates: object[]) => {
      const path = `/v1/affiliates/${partner.id}`;
      const changed = await sendJson(api, 'PATCH', path, key, { specialRates });
      assert.equal(changed.status, 200, await changed.text());
      const { conversion } = await sell({ couponCode: 'C', quantity: 10 });
      return [conversion?.rate, conversion?.commission.amount];
    };
    assert.deepEqual(await earned([]), ['0.08', '7.99']);
    const subject = { subject: 'sea STORIES', rate: '0.1' };
    assert.deepEqual(await earned([subject]), ['0.1', '9.99']);
    assert.deepEqual(await earned([{ subject: 'fic002000', rate: '0.2' }, subject]), [
      '0.2',
      '19.98',
    ]);
    assert.deepEqual(await earned([subject, { bookId, rate: '0' }]), ['0', '0.00']);
    assert.deepEqual(await earned([{ subject: 'Poetry', rate: '0.5' }]), ['0.08', '7.99']);
  });
});
