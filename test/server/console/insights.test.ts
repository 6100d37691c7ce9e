import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { countNextBeacons } from '../../../server/analytics/count-beacons.ts';
import type { ListPage } from '../../../server/console/contract.ts';
import type {
  AffiliateBalance,
  AffiliateReport,
  ConsoleAffiliate,
  ConsoleAnalytics,
  ConsoleConversion,
  ConsoleSale,
  PartnerBook,
  PartnerProfile,
  Payout,
  HomeSummary,
  SaleTotals,
} from '../../../server/console/report-contract.ts';
import { affiliateApi } from '../affiliates/affiliate-api.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';
import {
  codeOf,
  type ConsoleClient,
  consoleClient,
  goodPassword,
  newMember,
  newOperator,
  tokenIn,
} from './console-client.ts';

/** Joins as a partner through an invitation link. */
async function joinAsPartner(
  shop: Awaited<ReturnType<typeof affiliateApi>>,
  owner: ConsoleClient,
  affiliatePath: string,
  email: string,
): Promise<ConsoleClient> {
  const { url } = await owner.data<{ url: string }>('POST', `${affiliatePath}/invitations`, {
    email,
  });
  const partner = consoleClient(shop.api);
  const acceptance = { token: tokenIn(url), name: 'Pat', password: goodPassword };
  await partner.data('POST', '/links/accept', acceptance);
  return partner;
}

forEachEngine('analytics, sales and affiliates in the console', (engine) => {
  it('show a sale to the account, and to its partner alone', async () => {
    const shop = await affiliateApi(engine);
    const { api, key, bookId } = shop;
    const at = () => api.clock.now().toISOString();
    await sendJson(api, 'PATCH', `/v1/books/${bookId}`, key, {
      visibility: 'public',
      price: { amount: '9.99', currency: 'GBP' },
    });
    const operator = await newOperator(api);
    const accounts = await operator.data<{ id: string; name: string }[]>(
      'GET',
      '/operator/accounts',
    );
    const account = await api.db.query
      .selectFrom('books')
      .select('account_id')
      .where('id', '=', bookId)
      .executeTakeFirstOrThrow();
    const path = `/accounts/${account.account_id}`;
    const other = accounts.find(({ id }) => id !== account.account_id);
    const owner = await newMember(api, operator, String(account.account_id), 'owner');
    const analyst = await newMember(api, operator, String(account.account_id), 'analyst');
    const list = async <Item>(client: ConsoleClient, url: string): Promise<Item[]> => {
      const response = await client.request('GET', url);
      assert.equal(response.status, 200, await response.clone().text());
      const page: ListPage<Item> = await response.json();
      return page.data;
    };

    // The owner creates two affiliates, and invites a partner for each.
    const terms = { rate: '0.1', approvalDays: 2, specialRates: [{ bookId, rate: '0.2' }] };
    const create = (code: string) =>
      owner.data<{ id: string }>('POST', `${path}/affiliates`, { code, name: code, ...terms });
    const [weekly, daily] = [await create('weekly'), await create('daily')];
    const taken = { code: 'daily', name: 'Again', rate: '0.1' };
    assert.equal(
      await codeOf(await owner.request('POST', `${path}/affiliates`, taken)),
      '409 conflict',
    );
    const weeklyPath = `${path}/affiliates/${weekly.id}`;
    const invite = await owner.request('POST', `${weeklyPath}/invitations`, {
      email: `analyst@${String(account.account_id).toLowerCase().replace('_', '-')}.example`,
    });
    assert.equal(await codeOf(invite), '409 conflict');
    const partner = await joinAsPartner(shop, owner, weeklyPath, 'pat@weekly.example');
    const rival = await joinAsPartner(
      shop,
      owner,
      `${path}/affiliates/${daily.id}`,
      'ria@daily.example',
    );
    const { people, revision } = await analyst.data<ConsoleAffiliate>('GET', weeklyPath);
    assert.deepEqual(people, [{ name: 'Pat', email: 'pat@weekly.example' }]);

    // A reader comes through the first affiliate and buys two copies. One of them is refunded.
    const reader = await shop.open({ campaign: 'autumn' });
    api.clock.advance(300);
    const events = [
      { type: 'opened', at: at() },
      { type: 'read', at: at(), section: 1, fraction: 0.31, seconds: 280 },
      { type: 'buy-clicked', at: at() },
    ];
    await shop.sendBeacon({ token: reader.token, events });
    await shop.followBuyLink(reader.buyUrl);
    const sale = await shop.sell({ clickId: reader.clickId, quantity: 2 });
    await shop.refund(sale.id, 1);
    await shop.sell({ unitPrice: { amount: '5', currency: 'USD' } });
    while ((await countNextBeacons(api.db)) > 0);

    const query = `${path}/analytics?compare=previous&groupBy=affiliate&book=${bookId}`;
    const { totals, groups, sections } = await analyst.data<ConsoleAnalytics>('GET', query);
    const { opens, secondsRead, buyClicks, sales } = totals;
    assert.deepEqual([opens, secondsRead, buyClicks, sales], [1, 280, 1, 1]);
    assert.deepEqual(
      groups?.map(({ label, sales: sold, previous }) => [label, sold, previous?.sales]),
      [['weekly', 1, 0]],
    );
    assert.equal(sections?.[1]?.stopped, 1);
    const csv = await analyst.request('GET', `${path}/analytics.csv?groupBy=campaign`);
    const [line] = parse<Record<string, string>>(await csv.text(), { columns: true });
    assert.deepEqual([line?.campaign, line?.opens, line?.completion], ['autumn', '1', '0']);
    assert.match(csv.headers.get('Content-Disposition') ?? '', /analytics-campaign-/);

    const [usd, first] = await list<ConsoleSale>(analyst, `${path}/sales`);
    assert.deepEqual([usd?.total.currency, usd?.conversion], ['USD', null]);
    assert.deepEqual(
      [first?.bookTitle, first?.refunded.amount, first?.conversion?.code],
      ['Whale', '9.99', 'weekly'],
    );
    const refunded = `${path}/sales?state=partially_refunded&affiliateId=${weekly.id}`;
    assert.equal((await list(analyst, refunded)).length, 1);
    const { sums } = await analyst.data<SaleTotals>('GET', `${path}/sales/totals`);
    assert.deepEqual(
      sums.map(({ currency, copies, total, net }) => [currency, copies, total, net]).sort(),
      [
        ['EUR', 2, '19.98', '9.99'],
        ['USD', 1, '5.00', '5.00'],
      ],
    );
    const exported = await (await analyst.request('GET', `${path}/sales.csv`)).text();
    assert.equal(parse(exported, { columns: true }).length, 2);

    // The partner sees the sale and is paid for it. Another partner does not see it.
    const seen = async (client: ConsoleClient) => {
      const url = `${path}/partner`;
      const report = await client.data<AffiliateReport>('GET', `${url}/report?groupBy=campaign`);
      const balance = await client.data<AffiliateBalance>('GET', `${url}/balance`);
      const conversions = await list<ConsoleConversion>(client, `${url}/conversions`);
      const payouts = await list<Payout>(client, `${url}/payouts`);
      return { rows: report.rows.length, balance, conversions, payouts };
    };
    const nothing = {
      rows: 0,
      balance: { due: [], pending: [], priceCurrency: 'GBP' },
      conversions: [],
      payouts: [],
    };
    const before = await seen(partner);
    assert.equal(before.rows, 1);
    assert.deepEqual(before.balance.pending, [{ amount: '2.00', currency: 'EUR' }]);
    const [conversion] = before.conversions;
    assert.deepEqual([conversion?.bookTitle, conversion?.commission.amount], ['Whale', '2.00']);
    assert.equal(JSON.stringify(before).includes(sale.id), false);
    assert.deepEqual(await seen(rival), nothing);
    const tooEarly = await owner.request('POST', `${weeklyPath}/payouts`, { currency: 'EUR' });
    assert.equal(await codeOf(tooEarly), '409 nothing_to_pay');
    api.clock.advance(3 * 86_400);
    assert.deepEqual((await seen(partner)).balance.due, [{ amount: '2.00', currency: 'EUR' }]);
    const unconfirmed = await owner.request('POST', `${weeklyPath}/payouts`, { currency: 'EUR' });
    assert.equal(await codeOf(unconfirmed), '403 confirmation_required');
    await owner.data('POST', '/confirm', { current: goodPassword });
    await owner.data('POST', `${weeklyPath}/payouts`, { currency: 'EUR' });
    const after = await seen(partner);
    assert.deepEqual([after.balance.due, after.balance.pending], [[], []]);
    assert.deepEqual([after.payouts.length, after.conversions[0]?.state], [1, 'paid']);
    assert.deepEqual(await seen(rival), nothing);
    const report = await partner.request('GET', `${path}/partner/report.csv?groupBy=book`);
    assert.match(await report.text(), /Whale/);

    const { code, rate } = await partner.data<PartnerProfile>('GET', `${path}/partner`);
    assert.deepEqual([code, rate], ['weekly', '0.1']);
    const [book] = await list<PartnerBook>(partner, `${path}/partner/books?q=whale`);
    assert.deepEqual([book?.title, book?.rate, book?.pageUrl], ['Whale', '0.2', null]);

    // Changes are based on the latest state and are recorded.
    const patch = { rate: '0.15', state: 'paused' };
    await owner.data('PATCH', `${weeklyPath}?revision=${revision}`, patch);
    const late = await owner.request('PATCH', `${weeklyPath}?revision=${revision}`, patch);
    assert.equal(late.status, 412);
    const log = await list<{ action: string; after: object }>(
      owner,
      `${path}/audit-log?action=affiliate.`,
    );
    assert.deepEqual(
      log.map(({ action }) => action),
      ['affiliate.change', 'affiliate.pay', 'affiliate.create', 'affiliate.create'],
    );
    assert.deepEqual(log[0]?.after, patch);

    // Affiliates of other accounts are not found, and the operator is not a partner.
    const elsewhere = `/accounts/${other?.id}/affiliates/${weekly.id}`;
    assert.equal(await codeOf(await operator.request('GET', elsewhere)), '404 affiliate_not_found');
    const own = await operator.request('GET', `${path}/partner`);
    assert.equal(await codeOf(own), '404 affiliate_not_found');
    assert.equal((await partner.request('GET', weeklyPath)).status, 403);
  });

  it('sums and exports more sales than fit in one batch, some at the same time', async () => {
    const shop = await affiliateApi(engine);
    const { api } = shop;
    await shop.sell();
    const { query } = api.db;
    const sale = await query.selectFrom('sales').selectAll().executeTakeFirstOrThrow();
    const more = 2600;
    for (let at = 0; at < more; at += 100) {
      const rows = Array.from({ length: 100 }, (_, index) => ({
        ...sale,
        id: `${sale.id.slice(0, -4)}${String(at + index).padStart(4, '0')}`,
        order_id: `=copy ${at + index}`,
        unit_price: index === 0 ? '0.01' : '1.00',
        currency: index === 1 ? 'USD' : 'EUR',
      }));
      await query.insertInto('sales').values(rows).execute();
    }
    const operator = await newOperator(api);
    const path = `/accounts/${sale.account_id}/sales`;
    const { sums } = await operator.data<SaleTotals>('GET', `${path}/totals`);
    assert.deepEqual(
      sums.map(({ currency, sales, total }) => [currency, sales, total]),
      [
        ['EUR', 2575, '2558.25'],
        ['USD', 26, '26.00'],
      ],
    );
    const csv = await (await operator.request('GET', `${path}.csv`)).text();
    const lines = parse<Record<string, string>>(csv, { columns: true });
    assert.equal(new Set(lines.map(({ orderId }) => orderId)).size, more + 1);
    assert.ok(lines.some(({ orderId }) => orderId === "'=copy 0"));
  });

  it('name what needs attention, without the secrets in the URLs of webhooks', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', {
      name: 'Acme',
    });
    const at = api.clock.now().toISOString();
    const { query } = api.db;
    await operator.data('POST', `/accounts/${id}/keys`, {
      label: 'Shop',
      kind: 'secret',
      tier: 'basic',
      environment: 'live',
    });
    const { quota_id: quotaId, ending } = await query
      .selectFrom('api_keys')
      .select(['quota_id', 'ending'])
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow();
    const used = { day: at.slice(0, 10), used_today: 85, month: at.slice(0, 7) };
    const limits = { daily_limit: 100, monthly_limit: 1000, asked: 1, granted: 1 };
    await query
      .insertInto('quotas')
      .values({ id: quotaId, ...used, used_this_month: 300, ...limits })
      .execute();
    const webhook = {
      account_id: id,
      description: null,
      events: '["*"]',
      book_ids: '[]',
      secrets: '[]',
      created_at: at,
      updated_at: at,
    };
    const healthy = { enabled: 1, disabled_reason: null, disabled_at: null, failing_since: null };
    for (const [name, state] of [
      ['well', healthy],
      ['failing', { ...healthy, failing_since: at }],
      ['requested', { ...healthy, enabled: 0, disabled_reason: 'requested', disabled_at: at }],
    ] as const) {
      const row = { id: `wh_${name}`, url: `https://${name}.example/secret?token=s`, ...state };
      await query
        .insertInto('webhooks')
        .values({ ...webhook, ...row })
        .execute();
    }
    const deployment = { id: 'dep_1', account_id: id, name: 'Shop', settings: '{}', revision: 1 };
    const times = { created_at: at, updated_at: at };
    await query
      .insertInto('deployments')
      .values({ ...deployment, ...times, logo: null, fonts: '[]' })
      .execute();
    const host = { host: 'books.example', deployment_id: 'dep_1', verified_at: at, due_at: at };
    await query
      .insertInto('verified_hosts')
      .values({ ...host, missing_since: at })
      .execute();

    const path = `/accounts/${id}`;
    const { attention, usage } = await operator.data<HomeSummary>('GET', `${path}/home`);
    assert.deepEqual(attention, [
      { kind: 'quota', label: 'Shop', ending, window: 'day', used: 85, limit: 100 },
      { kind: 'webhook', name: 'failing.example', isDisabled: false, since: at },
      { kind: 'domain', name: 'books.example', deploymentId: 'dep_1', since: at },
    ]);
    assert.deepEqual(usage, {
      today: 85,
      thisMonth: 300,
      keys: [
        {
          label: 'Shop',
          ending,
          usedToday: 85,
          usedThisMonth: 300,
          dailyLimit: 100,
          monthlyLimit: 1000,
        },
      ],
    });
    // Yesterday's requests do not count today.
    api.clock.advance(86_400);
    const later = await operator.data<HomeSummary>('GET', `${path}/home`);
    assert.deepEqual([later.usage?.today, later.attention?.length], [0, 2]);
    // Each role receives only the parts that it can see.
    await operator.data('POST', '/confirm', { current: goodPassword });
    const parts = async (role: string) => {
      const member = await newMember(api, operator, id, role);
      const home = await member.data<HomeSummary>('GET', `${path}/home`);
      return Object.entries(home).flatMap(([name, part]) => (part ? [name] : []));
    };
    assert.deepEqual(await parts('analyst'), ['checklist', 'analytics', 'sales']);
    assert.deepEqual(await parts('developer'), ['checklist', 'attention', 'usage']);
    assert.deepEqual(await parts('editor'), ['checklist', 'attention', 'analytics']);
  });
});
