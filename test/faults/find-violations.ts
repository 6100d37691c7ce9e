import type { Account, Records } from './records.ts';

/** All violations, each with the ids it concerns, or empty if there are none. */
export function findViolations(records: Records): string[] {
  return [
    ...records.accounts.flatMap((account) => [
      ...checkChanges(account),
      ...checkRows(account),
      ...checkOrder(account),
    ]),
    ...checkReceipts(records),
    ...checkDuplicates(records),
  ];
}

/**
 * Checks that every acknowledged change has exactly one event, and every event an acknowledged
 * change.
 */
function checkChanges({ name, log, acknowledged }: Account): string[] {
  const events = Map.groupBy(log, ({ label }) => label);
  const changes = new Set(acknowledged);
  const found: string[] = [];
  for (const mark of changes) {
    if (!events.has(mark)) found.push(`missing: ${name} has no event for “${mark}”`);
  }
  for (const [mark, entries] of events) {
    const ids = entries.map(({ id }) => id).join(', ');
    if (!changes.has(mark))
      found.push(`phantom: ${name}: ${ids} is for “${mark}”, which no client did`);
    if (entries.length > 1) found.push(`phantom: ${name}: “${mark}” has several events: ${ids}`);
  }
  return found;
}

/**
 * Checks that every row comes from one acknowledged change, and that every such change left one
 * row.
 */
function checkRows({ name, acknowledged, rows: standing }: Account): string[] {
  const found: string[] = [];
  const removed = new Set(acknowledged.filter((mark) => mark.startsWith(removal)));
  const created = acknowledged.filter(
    (mark) => leavesRow.test(mark) && !removed.has(removalOf(mark)),
  );
  const rows = Map.groupBy(standing, (mark) => mark);
  for (const mark of created) {
    if (!rows.has(mark)) found.push(`phantom: ${name}: no row exists for “${mark}”`);
  }
  const known = new Set(created);
  for (const [mark, all] of rows) {
    if (!known.has(mark))
      found.push(`phantom: ${name}: a row exists for “${mark}”, which was rejected`);
    if (all.length > 1) found.push(`phantom: ${name}: ${all.length} rows exist for “${mark}”`);
  }
  return found;
}

const leavesRow = /^(sale\.completed|sale\.refunded|review\.created|chapter\.published) /;
const removal = 'review.deleted ';
const removalOf = (mark: string) => removal + mark.slice(mark.indexOf(' ') + 1);

/** Checks that the log has no gaps, and that the sequence of each resource increases by one. */
function checkOrder({ name, log }: Account): string[] {
  const found: string[] = [];
  const sequences = new Map<string, number>();
  for (const [at, { position, id, resource, sequence }] of log.entries()) {
    if (position !== at + 1) {
      found.push(`gap: ${name}: ${id} has position ${position} instead of ${at + 1}`);
    }
    const expected = (sequences.get(resource) ?? 0) + 1;
    if (sequence !== expected) {
      found.push(`order: ${name}: ${id} of ${resource} has sequence ${sequence}, not ${expected}`);
    }
    sequences.set(resource, sequence);
  }
  return found;
}

/**
 * Checks that each endpoint received all its events and no others, unchanged and with a valid
 * signature.
 */
function checkReceipts({ accounts, endpoints, receipts }: Records): string[] {
  const found: string[] = [];
  const byEndpoint = Map.groupBy(receipts, ({ endpoint }) => endpoint);
  for (const { id: endpoint, account, wants } of endpoints) {
    const log = accounts.find(({ name }) => name === account)?.log ?? [];
    const expectedEvents = new Map(log.filter(wants).map((entry) => [entry.id, entry]));
    const got = byEndpoint.get(endpoint) ?? [];
    const ids = new Set(got.map(({ id }) => id));
    for (const id of expectedEvents.keys()) {
      if (!ids.has(id)) found.push(`missing: ${endpoint} never received ${id}`);
    }
    for (const { id, sequence, isVerified } of got) {
      const entry = expectedEvents.get(id);
      if (!entry) found.push(`phantom: ${endpoint} received ${id}, which is not in its log`);
      else if (entry.sequence !== sequence) {
        found.push(`changed: ${endpoint} received ${id} with sequence ${sequence}`);
      }
      if (!isVerified) found.push(`unsigned: ${endpoint} received ${id} with an invalid signature`);
    }
  }
  return found;
}

/** Checks that all deliveries of an event have the same bytes. */
function checkDuplicates({ receipts }: Records): string[] {
  return [...Map.groupBy(receipts, ({ id }) => id)].flatMap(([id, all]) => {
    const digests = new Set(all.map(({ digest }) => digest));
    return digests.size > 1
      ? [`changed: ${id} was delivered with ${digests.size} different bodies`]
      : [];
  });
}
