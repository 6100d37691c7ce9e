import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findViolations } from './find-violations.ts';
import type { LogEntry, Records } from './records.ts';

function entry(position: number, resource: string, sequence: number, label: string): LogEntry {
  const type = label.split(' ')[0] ?? '';
  return { position, id: `evt_${position}`, type, sequence, label, resource, bookId: null };
}

/** A sale with a refund and a removed review, at an endpoint subscribed to all of these events. */
function goodRecords() {
  const log = [
    entry(1, 'sale_1', 1, 'sale.completed order-1'),
    entry(2, 'rv_1', 1, 'review.created ann'),
    entry(3, 'sale_1', 2, 'sale.refunded refund-1'),
    entry(4, 'rv_1', 2, 'review.deleted ann'),
  ];
  const acknowledged = log.map(({ label }) => label);
  const rows = ['sale.completed order-1', 'sale.refunded refund-1'];
  const receipts = log.map(({ id, sequence }) => ({
    endpoint: 'wh_1',
    id,
    digest: `digest of ${id}`,
    sequence,
    isVerified: true,
  }));
  return {
    accounts: [{ name: 'acme', log, acknowledged, rows }],
    endpoints: [{ id: 'wh_1', account: 'acme', wants: () => true }],
    receipts,
  } satisfies Records;
}

type Tampering = (records: ReturnType<typeof goodRecords>) => void;

function logAndDeliver({ accounts, receipts }: ReturnType<typeof goodRecords>, one: LogEntry) {
  const { id, sequence } = one;
  accounts[0]?.log.push(one);
  receipts.push({ endpoint: 'wh_1', id, digest: '', sequence, isVerified: true });
}

/** Violations found in records after a modification. */
function found(tamper: Tampering): string[] {
  const records = goodRecords();
  tamper(records);
  return findViolations(records);
}

describe('the check of a fault run', () => {
  it('finds nothing wrong with correct records, including duplicates', () => {
    assert.deepEqual(
      found(({ receipts }) => receipts.push(...receipts)),
      [],
    );
  });

  const cases: [string, Tampering, RegExp][] = [
    [
      'an acknowledged change without an event',
      ({ accounts }) => accounts[0]?.acknowledged.push('review.updated words-1'),
      /^missing: acme has no event for “review.updated words-1”$/,
    ],
    [
      'an event missing at an endpoint',
      ({ receipts }) => receipts.splice(1, 1),
      /^missing: wh_1 never received evt_2$/,
    ],
    [
      'an event without an acknowledged change',
      (records) => logAndDeliver(records, entry(5, 'sale_2', 1, 'ping wh_1')),
      /^phantom: acme: evt_5 is for “ping wh_1”, which no client did$/,
    ],
    [
      'two events for one change',
      (records) => logAndDeliver(records, entry(5, 'sale_1', 3, 'sale.refunded refund-1')),
      /^phantom: acme: “sale.refunded refund-1” has several events: evt_3, evt_5$/,
    ],
    [
      'a delivery that is not in the log',
      ({ receipts }) =>
        receipts.push({ endpoint: 'wh_1', id: 'evt_9', digest: '', sequence: 1, isVerified: true }),
      /^phantom: wh_1 received evt_9, which is not in its log$/,
    ],
    [
      'a change without a row',
      ({ accounts }) => accounts[0]?.rows.pop(),
      /^phantom: acme: no row exists for “sale.refunded refund-1”$/,
    ],
    [
      'a row of a rejected request',
      ({ accounts }) => accounts[0]?.rows.push('sale.completed order-2'),
      /^phantom: acme: a row exists for “sale.completed order-2”, which was rejected$/,
    ],
    [
      'a duplicate row',
      ({ accounts }) => accounts[0]?.rows.push('sale.completed order-1'),
      /^phantom: acme: 2 rows exist for “sale.completed order-1”$/,
    ],
    [
      'a duplicate with a different body',
      ({ receipts }) => {
        const [first] = receipts;
        if (first) receipts.push({ ...first, digest: 'another' });
      },
      /^changed: evt_1 was delivered with 2 different bodies$/,
    ],
    [
      'a delivery whose sequence differs from the log',
      ({ receipts }) => {
        const [first] = receipts;
        if (first) first.sequence = 7;
      },
      /^changed: wh_1 received evt_1 with sequence 7$/,
    ],
    [
      'an invalid signature',
      ({ receipts }) => {
        const [first] = receipts;
        if (first) first.isVerified = false;
      },
      /^unsigned: wh_1 received evt_1 /,
    ],
    [
      'a gap in the log',
      ({ accounts }) => {
        const last = accounts[0]?.log.at(-1);
        if (last) last.position = 5;
      },
      /^gap: acme: evt_4 has position 5 instead of 4$/,
    ],
    [
      'a sequence that does not increase by one',
      ({ accounts, receipts }) => {
        const [, , refund] = accounts[0]?.log ?? [];
        const receipt = receipts[2];
        if (refund) refund.sequence = 3;
        if (receipt) receipt.sequence = 3;
      },
      /^order: acme: evt_3 of sale_1 has sequence 3, not 2$/,
    ],
  ];
  for (const [what, tamper, expected] of cases) {
    it(`reports ${what}`, () => {
      const [first, ...more] = found(tamper);
      assert.match(first ?? 'expected a violation', expected);
      assert.deepEqual(more, []);
    });
  }
});
