import assert from 'node:assert/strict';
import { it } from 'node:test';
import { writeBehind } from '../../../server/db/write-behind.ts';

const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

function recorder(write: (rows: number[]) => Promise<void>) {
  const problems: { dropped: number; error: unknown }[] = [];
  const options = { waitMs: 60_000, batchSize: 3, maxWaiting: 7 };
  const records = writeBehind<number>({
    ...options,
    write,
    onProblem: (problem) => void problems.push(problem),
  });
  return { records, problems };
}

it('writes records in order and in batches, also those that arrive during a write', async () => {
  const batches: number[][] = [];
  const { records, problems } = recorder(async (rows) => {
    if (batches.length === 0) records.add(99);
    batches.push(rows);
    await new Promise(setImmediate);
  });
  for (let row = 1; row <= 4; row += 1) records.add(row);
  await records.flush();
  assert.deepEqual(batches.flat(), [1, 2, 3, 4, 99]);
  assert.ok(batches.every((batch) => batch.length <= 3));
  assert.deepEqual(problems, []);
});

it('keeps records that arrive during a write for the next full batch', async () => {
  const batches: number[][] = [];
  const { records } = recorder(async (rows) => {
    batches.push(rows);
    await new Promise(setImmediate);
    if (rows.includes(1)) for (const row of [4, 5, 6, 7]) records.add(row);
  });
  for (const row of [1, 2, 3]) records.add(row);
  while (batches.length < 2) await new Promise(setImmediate);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  assert.deepEqual(batches, [
    [1, 2, 3],
    [4, 5, 6],
  ]);
  await records.flush();
  assert.deepEqual(batches[2], [7]);
});

it('keeps a bounded number of records during an outage, and reports the others once', async () => {
  let isAway = true;
  const written: number[] = [];
  const { records, problems } = recorder(async (rows) => {
    if (isAway) throw refused;
    written.push(...rows);
  });
  for (let row = 1; row <= 10; row += 1) records.add(row);
  await records.flush();
  assert.equal(records.droppedCount, 3);
  assert.equal(
    problems.reduce((sum, { dropped }) => sum + dropped, 0),
    3,
  );
  isAway = false;
  await records.flush();
  assert.deepEqual(written, [1, 2, 3, 4, 5, 6, 7]);
});

it('never writes records twice after an unknown outcome', async () => {
  let isFirst = true;
  const written: number[] = [];
  const { records } = recorder(async (rows) => {
    written.push(...rows);
    if (isFirst) {
      isFirst = false;
      throw new Error('Connection terminated unexpectedly');
    }
  });
  records.add(1);
  await records.flush();
  records.add(2);
  await records.flush();
  assert.deepEqual(written, [1, 2]);
  assert.equal(records.droppedCount, 1);
});
