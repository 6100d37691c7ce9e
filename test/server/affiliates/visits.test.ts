import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../harness.ts';
import { affiliateApi } from './affiliate-api.ts';

const at = '2026-11-21T12:00:00Z';

forEachEngine('recorded visits', (engine) => {
  it('contain each step once, sent as text or JSON, with the token in the header or body', async () => {
    const { addPartner, open, sendBeacon, visits, report } = await affiliateApi(engine);
    const { id } = await addPartner();
    const { token } = await open();
    await visits(1);
    const events = [
      { type: 'opened', at },
      { type: 'progressed', at, chapter: '1', fraction: 0.2 },
      { type: 'progressed', at, chapter: '2', fraction: 0.5 },
      { type: 'finished-sample', at, chapter: '2' },
    ];
    const first = await sendBeacon({ token, events });
    assert.deepEqual(await first.json(), { data: { stored: 4 } });
    const again = await Promise.all(
      Array.from({ length: 6 }, () =>
        sendBeacon(
          { events },
          { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ),
      ),
    );
    for (const one of again) assert.deepEqual(await one.json(), { data: { stored: 0 } });
    assert.deepEqual(await visits(), [
      'finished-sample 2',
      'impression',
      'opened',
      'progressed 1',
      'progressed 2',
    ]);
    const { totals } = await report(id);
    assert.deepEqual(
      [totals.impressions, totals.opens, totals.samplesFinished, totals.clicks],
      [1, 1, 1, 0],
    );
  });

  it('contain nothing before consent or for readers who opt out of tracking', async () => {
    const { api, addPartner, open, sendBeacon, followBuyLink, sell, visits } =
      await affiliateApi(engine);
    await addPartner();
    const opened = await open({ consent: 'required' });
    const events = [{ type: 'opened', at }];
    const send = async (more: object, headers = {}) =>
      (await (await sendBeacon({ token: opened.token, events, ...more }, headers)).json()).data
        .stored;
    assert.equal(await send({}), 0);
    assert.equal(await send({ consent: 'granted' }, { DNT: '1' }), 0);
    assert.equal(await send({ consent: 'granted' }, { 'Sec-GPC': '1' }), 0);
    const untracked = await open({}, { 'Sec-GPC': '1' });
    assert.equal(
      (await (await sendBeacon({ token: untracked.token, events }, { DNT: '1' })).json()).data
        .stored,
      0,
    );
    // Writes that follow a response are complete once a later response has arrived.
    await open();
    assert.deepEqual(await visits(1), ['impression']);
    assert.equal(await send({ consent: 'granted' }), 2);
    assert.deepEqual(await visits(3), ['impression', 'opened', 'impression']);

    // The reader clicked on purpose, so the click counts, but without the reader id.
    await followBuyLink(untracked.buyUrl, { DNT: '1' });
    const sale = await sell({ clickId: untracked.clickId });
    assert.equal(sale.conversion?.state, 'pending');
    const [click] = await api.db.query.selectFrom('clicks').selectAll().execute();
    assert.equal(click?.reader_id, null);
  });

  it('have times within the reading, and implausible times are rejected', async () => {
    const { api, addPartner, open, sendBeacon, visits } = await affiliateApi(engine);
    await addPartner();
    const { token } = await open();
    await visits(1);
    const wrong = [
      '1800-01-01T00:00:00Z',
      '2026-11-20T11:59:59Z',
      '2026-11-22T12:00:01Z',
      '3000-01-01T00:00:00Z',
    ];
    for (const time of wrong) {
      const events = [
        { type: 'opened', at },
        { type: 'progressed', at: time },
      ];
      const response = await sendBeacon({ token, events });
      assert.equal(response.status, 400, time);
      assert.equal((await response.json()).errors[0].pointer, '/events/1/at');
    }
    assert.equal((await visits()).length, 1);
    const early = { type: 'opened', at: '2026-11-20T12:00:01Z' };
    const late = { type: 'progressed', at: '2026-11-22T11:00:00+01:00' };
    await sendBeacon({ token, events: [early, late] });
    const rows = await api.db.query.selectFrom('visits').select('occurred_at').execute();
    assert.deepEqual(
      rows.map(({ occurred_at: time }) => time),
      Array.from({ length: 3 }, () => '2026-11-21T12:00:00.000Z'),
    );
  });

  it('reject invalid bodies by pointer and store nothing', async () => {
    const { addPartner, open, sendBeacon, visits } = await affiliateApi(engine);
    await addPartner();
    const { token } = await open();
    const { token: another } = await open();
    await visits(2);
    const one = { type: 'opened', at };
    const wrong: [object, string][] = [
      [{ events: [] }, '/events'],
      [{ events: Array.from({ length: 51 }, () => one) }, '/events'],
      [{ events: [{ ...one, type: 'impression' }] }, '/events/0/type'],
      [{ events: [{ ...one, at: 'now' }] }, '/events/0/at'],
      [{ events: [{ ...one, fraction: 1.5 }] }, '/events/0/fraction'],
      [{ events: [{ ...one, chapter: 'a\u0000b' }] }, '/events/0/chapter'],
      [{ events: [{ ...one, chapter: 'x'.repeat(201) }] }, '/events/0/chapter'],
      [{ events: [{ ...one, traceId: 'trc_x' }] }, '/events/0/traceId'],
      [{ events: [one], consent: 'yes' }, '/consent'],
    ];
    for (const [more, pointer] of wrong) {
      const response = await sendBeacon({ token, ...more });
      assert.equal(response.status, 400, pointer);
      assert.equal((await response.json()).errors[0].pointer, pointer);
    }
    const both = await sendBeacon({ token, events: [one] }, { Authorization: `Bearer ${another}` });
    assert.equal(both.status, 400);
    assert.equal((await both.json()).errors[0].pointer, '/token');
    for (const bad of ['x', token.slice(0, -3), undefined]) {
      assert.equal((await sendBeacon({ token: bad, events: [one] })).status, 401);
    }
    assert.equal((await visits()).length, 2);
  });

  it('are accepted only from the session’s origin while the session is valid', async () => {
    const { api, addPartner, open, sendBeacon, visits } = await affiliateApi(engine);
    await addPartner();
    const origin = 'https://blog.example';
    const { text: key, id } = await api.newKey({
      tier: 'unlimited',
      kind: 'publishable',
      allowedOrigins: [origin],
    });
    const { token } = await open({}, { Authorization: `Bearer ${key}`, Origin: origin });
    const { token: other } = await open({}, { Authorization: `Bearer ${key}`, Origin: origin });
    await visits(2);
    const events = [{ type: 'opened', at }];
    const foreign = await sendBeacon({ token, events }, { Origin: 'https://evil.example' });
    assert.equal(foreign.status, 403);
    await api.keyContext.store.revoke(id, api.clock.now().toISOString());
    api.clock.advance(31);
    const revoked = await sendBeacon({ token: other, events }, { Origin: origin });
    assert.equal((await revoked.json()).code, 'key_revoked');
    api.clock.advance(15 * 60);
    const late = await sendBeacon({ token, events }, { Origin: origin });
    assert.equal((await late.json()).code, 'session_expired');
    assert.equal((await visits()).length, 2);
  });

  it('are limited in number, regardless of how many chapters are reported', async () => {
    const { addPartner, open, sendBeacon, visits } = await affiliateApi(engine);
    await addPartner();
    const { token } = await open();
    await visits(1);
    for (let round = 0; round < 11; round += 1) {
      const events = Array.from({ length: 50 }, (_, index) => ({
        type: 'progressed',
        at,
        chapter: `${round}.${index}`,
      }));
      assert.equal((await sendBeacon({ token, events })).status, 200);
    }
    assert.equal((await visits()).length, 500);
  });
});
