import { setImmediate as nextTurn } from 'node:timers/promises';
import { idGenerator } from '../../../server/db/id-generator.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { type DatabaseLocation, openDatabase } from '../../../server/db/open.ts';
import { type LoggableRequest, requestRecorder } from '../../../server/request-log/recorder.ts';
import { requestLogStore } from '../../../server/request-log/store.ts';
import { type Summary, summarise } from '../reader/statistics.ts';

/** One million requests, in parts that vary with the machine's load. */
const parts = 5;
const requestsPerPart = 200_000;

/** Requests until the event loop and the database get a turn. */
const requestsPerTurn = 500;

/** Fewer than the records that may wait, so that none are dropped. */
const requestsPerFlush = 50_000;

const keyCount = 10;

/**
 * Measures the request log alone: the recorder, the encoding and the writing to a new database,
 * after one unmeasured part.
 *
 * @returns Microseconds of this process's processor time per request.
 */
export async function measureLog(address: DatabaseLocation): Promise<Summary> {
  const now = () => new Date();
  const db = openDatabase(address);
  await migrate(db, now);
  const { records, record } = requestRecorder(requestLogStore(db), now, ({ error }) => {
    throw error instanceof Error ? error : new Error('The log could not be written.');
  });
  const newId = idGenerator(Date.now);
  const requests = Array.from({ length: requestsPerPart }, (_, at): LoggableRequest => ({
    id: newId('req'),
    method: 'GET',
    failureCode: null,
    caller: { accountId: 'bench', keyId: `key_01J0000000000000000000000${at % keyCount}` },
    refusedKey: null,
    routeOptions: { url: at % 2 === 0 ? '/v1/keys/me' : '/v1/books' },
  }));
  const reply = { statusCode: 200, elapsedTime: 1.3 };
  const micros: number[] = [];
  for (let part = 0; part <= parts; part += 1) {
    const before = process.cpuUsage();
    for (const [at, request] of requests.entries()) {
      record(request, reply);
      if ((at + 1) % requestsPerTurn === 0) await nextTurn();
      if ((at + 1) % requestsPerFlush === 0) await records.flush();
    }
    const { user, system } = process.cpuUsage(before);
    if (part > 0) micros.push((user + system) / requestsPerPart);
  }
  if (records.droppedCount > 0) throw new Error(`${records.droppedCount} requests were dropped.`);
  await db.close();
  const summary = summarise(micros);
  if (!summary) throw new Error('The log was not measured.');
  return summary;
}
