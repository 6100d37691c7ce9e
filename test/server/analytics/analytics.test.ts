import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse } from 'csv-parse/sync';
import type {
  FunnelReport,
  OpensReport,
  ReadingReport,
} from '../../../server/analytics/contract.ts';
import { countNextBeacons } from '../../../server/analytics/count-beacons.ts';
import { affiliateApi } from '../affiliates/affiliate-api.ts';
import { forEachEngine } from '../harness.ts';

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const austrian = { 'User-Agent': phone, 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.8' };

forEachEngine('analytics', (engine) => {
  it('follow a reader from the open to the sale, for the account alone', async () => {
    const shop = await affiliateApi(engine);
    const { api, key, otherAccountKey, bookId, open, sendBeacon, sell } = shop;
    const { id: partnerId } = await shop.addPartner();
    const at = () => api.clock.now().toISOString();
    const count = async () => {
      while ((await countNextBeacons(api.db)) > 0);
    };
    async function report<Report>(name: string, query = '', by = key): Promise<Report> {
      const response = await api.request(`/v1/analytics/${name}?${query}`, { key: by });
      assert.equal(response.status, 200, await response.clone().text());
      return (await response.json()).data;
    }

    // A reader of the affiliate reads two chapters, ends the sample, and buys the book.
    const reader = await open({ campaign: 'autumn' });
    api.clock.advance(300);
    const events = [
      { type: 'opened', at: at() },
      { type: 'read', at: at(), section: 1, fraction: 0.31, seconds: 280 },
      { type: 'progressed', at: at(), chapter: 'One', fraction: 0.3 },
      { type: 'finished-sample', at: at() },
      { type: 'buy-clicked', at: at() },
    ];
    const { token } = reader;
    await sendBeacon({ token, events }, austrian);
    await sendBeacon({ token, events }, austrian);
    await shop.followBuyLink(reader.buyUrl);
    await count();
    await sell({ clickId: reader.clickId });
    // A visitor of a page is not counted as a reader. A crawler and opted-out readers are not
    // counted.
    const others: [Record<string, string>, Record<string, string>][] = [
      [{}, { 'Accept-Language': 'en' }],
      [{}, { 'User-Agent': crawler }],
      [{}, { DNT: '1' }],
      [{}, { 'Sec-GPC': '1' }],
      [{ consent: 'required' }, {}],
    ];
    for (const [query, headers] of others) {
      const { token: other } = await open({ ...query, affiliate: 'unknown' });
      await sendBeacon({ token: other, events: [{ type: 'opened', at: at() }] }, headers);
    }
    await count();
    assert.equal((await report<OpensReport>('opens')).totals.opens, 2);

    const reading = await report<ReadingReport>('reading', `book=${bookId}`);
    assert.deepEqual(reading.totals, {
      sessions: 1,
      secondsRead: 280,
      averageSeconds: 280,
      finished: 0,
      completion: 0,
    });
    assert.equal(reading.positions.find(({ stopped }) => stopped === 1)?.from, 0.3);
    assert.deepEqual(
      reading.sections?.map(({ reached, stopped }) => [reached, stopped]),
      [
        [1, 0],
        [1, 1],
      ],
    );
    const funnel = await report<FunnelReport>('funnel', 'groupBy=affiliate');
    const own = { opens: 1, sampleEnds: 1, buyClicks: 1, sales: 1 };
    const rates = { sampleEndRate: 1, buyClickRate: 1, saleRate: 1, previous: null };
    const none = { opens: 1, sampleEnds: 0, buyClicks: 0, sales: 0 };
    const noRates = { sampleEndRate: 0, buyClickRate: 0, saleRate: 0, previous: null };
    assert.deepEqual(funnel.groups, [
      { key: partnerId, label: 'Books Weekly', ...own, ...rates },
      { key: null, label: '(none)', ...none, ...noRates },
    ]);
    for (const filter of [
      'affiliate=weekly',
      `affiliate=${partnerId}&campaign=autumn`,
      'country=AT&device=phone&language=de&interval=hour&from=2026-11-21',
    ]) {
      const { totals } = await report<FunnelReport>('funnel', `${filter}&compare=previous`);
      assert.deepEqual({ ...totals }, { ...own, sampleEndRate: 1, buyClickRate: 1, saleRate: 1 });
    }

    // Only secret keys of the account, and only of the live environment, see the numbers.
    const { text: testKey } = await api.newKey({ tier: 'unlimited', environment: 'test' });
    for (const by of [otherAccountKey, testKey]) {
      const report_ = await report<OpensReport>('opens', `book=${bookId}&groupBy=country`, by);
      assert.equal(report_.totals.opens, 0);
      assert.deepEqual(report_.groups, []);
    }
    const foreign = await api.request('/v1/analytics/opens?affiliate=weekly', {
      key: otherAccountKey,
    });
    assert.equal((await foreign.json()).code, 'affiliate_not_found');
    const { text: publishable } = await api.newKey({
      kind: 'publishable',
      allowedOrigins: ['https://blog.example'],
    });
    const refused = await api.request('/v1/analytics/opens', { key: publishable });
    assert.equal(refused.status, 403);
    await assert.rejects(
      api.newKey({
        kind: 'publishable',
        permissions: ['read:analytics'],
        allowedOrigins: ['https://blog.example'],
      }),
      /cannot have read:analytics/,
    );

    // CSV has the same numbers.
    const asked = await api.request('/v1/analytics/funnel?groupBy=book', {
      key,
      headers: { Accept: 'text/csv' },
    });
    const csv = await (await api.request('/v1/analytics/funnel.csv?groupBy=book', { key })).text();
    assert.equal(await asked.text(), csv);
    const [line, ...rest] = parse<Record<string, string>>(csv, { columns: true });
    const { book, label, sales } = line ?? {};
    assert.deepEqual([book, label, sales, rest.length], [bookId, 'Whale', '1', 0]);
    const series = parse(
      await (await api.request('/v1/analytics/opens?format=csv', { key })).text(),
      { columns: true },
    );
    assert.equal(series.length, 30);
    assert.deepEqual(series.at(-1), {
      start: '2026-11-21',
      opens: '2',
      sessions: '1',
      readers: '0',
    });
  });

  it('name the wrong parameter', async () => {
    const { api, key } = await affiliateApi(engine);
    const wrong: [string, string, RegExp][] = [
      ['from=2026-11-22&to=2026-11-21', 'from', /Got 2026-11-22/],
      ['interval=hour&from=2026-09-01', 'from', /at most 31 days/],
      ['interval=hour&from=2026-01-01&to=2026-01-02', 'interval', /90 days, since 2026-08-23/],
      ['country=AT&device=phone&from=2026-01-01', 'from', /combination of country, device/],
      [
        'country=AT&groupBy=device&from=2026-09-01&compare=previous',
        'from',
        /begins on 2026-06-11/,
      ],
      ['groupBy=reader', 'groupBy', /book/],
      ['country=at', 'country', /capital/],
      ['from=yesterday', 'from', /YYYY-MM-DD/],
      ['limit=0', 'limit', /1/],
    ];
    for (const [query, parameter, detail] of wrong) {
      const response = await api.request(`/v1/analytics/reading?${query}`, { key });
      assert.equal(response.status, 400, query);
      const { errors } = await response.json();
      assert.equal(errors[0].parameter, parameter);
      assert.match(errors[0].detail, detail);
    }
  });
});
