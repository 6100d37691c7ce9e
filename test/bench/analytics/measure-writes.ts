import { setImmediate } from 'node:timers/promises';
import { beaconQueue } from '../../../server/analytics/beacon-queue.ts';
import { countNextBeacons } from '../../../server/analytics/count-beacons.ts';
import { visits } from '../../../server/affiliates/visits.ts';
import { idGenerator } from '../../../server/db/id-generator.ts';
import type { Database } from '../../../server/db/open.ts';
import { benchAccount, benchBooks } from './generate-beacons.ts';

const requests = 600;
const concurrent = 20;

/**
 * Milliseconds per stored beacon request, 20 at a time: without analytics, with the queue, and with
 * the queue while beacons are counted. Measures the three alternately.
 */
export async function measureWrites(db: Database) {
  const now = () => new Date();
  const newId = idGenerator(Date.now);
  const queue = beaconQueue({ now, newId, secrets: ['a secret of thirty-two characters'] });
  const without = visits({ db, now, beacons: { addEvents: async () => undefined } });
  const queued = visits({ db, now, beacons: queue });
  const send = async (target: typeof queued): Promise<number> => {
    const startMs = performance.now();
    const at = now().toISOString();
    const event = { at, chapter: 'One', fraction: 0.3, section: 3, seconds: 60 };
    const one = async () => {
      for (let index = 0; index < requests / concurrent; index += 1) {
        const reading = {
          accountId: benchAccount,
          traceId: newId('trc'),
          partnerId: null,
          bookId: benchBooks[0] ?? '',
          deploymentId: null,
          campaign: null,
          sub: null,
          consent: null,
        };
        await target.recordEvents(
          reading,
          {
            consent: null,
            events: [
              { ...event, type: 'opened' },
              { ...event, type: 'read' },
            ],
          },
          { startedAt: at, headers: { 'accept-language': 'de-AT' }, readerId: null },
        );
      }
    };
    await Promise.all(Array.from({ length: concurrent }, one));
    return (performance.now() - startMs) / requests;
  };
  const rounds = { without: [] as number[], queued: [] as number[], counting: [] as number[] };
  for (let round = 0; round < 7; round += 1) {
    rounds.without.push(await send(without));
    rounds.queued.push(await send(queued));
    const stopping = new AbortController();
    const counting = countUntil(db, stopping.signal);
    rounds.counting.push(await send(queued));
    stopping.abort();
    await counting;
    while ((await countNextBeacons(db)) > 0);
  }
  return rounds;
}

async function countUntil(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Yields to requests even if no beacons are waiting.
    await setImmediate();
    await countNextBeacons(db);
  }
}
