import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, it } from 'node:test';
import { z } from 'zod';
import { migrate } from '../../server/db/migrate.ts';
import { idGenerator } from '../../server/db/id-generator.ts';
import { openDatabase } from '../../server/db/open.ts';
import { KeyRecord } from '../../server/keys/contract.ts';
import { issueKey, revokeKey } from '../../server/keys/issue-key.ts';
import { keyStore } from '../../server/keys/store.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from './harness.ts';
import { endProcess, toEnvironment, type ServerProcess, startProcess } from './server-process.ts';

type Engine = Parameters<typeof newDatabaseLocation>[0];

interface Answer {
  status: number;
  remaining: number;
  retryAfter: number | null;
}

const now = () => new Date();

async function threeProcesses(engine: Engine) {
  const address = await newDatabaseLocation(engine);
  const db = openDatabase(address);
  after(() => db.close());
  await migrate(db, now);
  const environment = toEnvironment(address, temporaryFolder());
  const servers = await Promise.all([1, 2, 3].map(() => startProcess(environment)));
  const making = { store: keyStore(db), newId: idGenerator(Date.now), random: randomBytes, now };
  return { servers, making };
}

async function ask(url: string, key: string): Promise<Answer> {
  const response = await fetch(`${url}/v1/books`, { headers: { Authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  const { status, headers } = response;
  const retryAfter = headers.get('Retry-After');
  return {
    status,
    remaining: Number(headers.get('X-RateLimit-Remaining')),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
  };
}

async function usedToday({ url }: ServerProcess, key: string): Promise<number> {
  const response = await fetch(`${url}/v1/keys/me`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  return z.object({ data: KeyRecord }).parse(await response.json()).data.usage.today;
}

function secondsUntilMidnight(): number {
  return Math.ceil((86_400_000 - (Date.now() % 86_400_000)) / 1000);
}

/** Waits if midnight UTC, when counts restart, is only seconds away. */
async function awayFromMidnight() {
  const wait = secondsUntilMidnight();
  if (wait < 20) await new Promise((resolve) => setTimeout(resolve, (wait + 1) * 1000));
}

forEachEngine('three server processes on one database', (engine) => {
  // Starting the processes takes longer than most steps.
  it('share their state', async (steps) => {
    const { making, ...started } = await threeProcesses(engine);
    let { servers } = started;

    await steps.test(
      'grant exactly 100 of 1,000 simultaneous requests with a Basic key',
      async () => {
        await awayFromMidnight();
        const order = { account: 'acme', tier: 'basic', kind: 'secret' } as const;
        const { text: key } = await issueKey(making, order);

        const before = secondsUntilMidnight();
        const answers = await Promise.all(
          Array.from({ length: 1000 }, (_, at) => ask(servers[at % 3]?.url ?? '', key)),
        );
        const afterwards = secondsUntilMidnight();

        const granted = answers.filter(({ status }) => status === 200);
        const refused = answers.filter(({ status }) => status === 429);
        assert.equal(granted.length, 100);
        assert.equal(refused.length, 900);
        assert.equal(new Set(granted.map(({ remaining }) => remaining)).size, 100);
        for (const { retryAfter } of refused) {
          assert.ok(retryAfter !== null && retryAfter <= before && retryAfter >= afterwards);
        }
        for (const server of servers) assert.equal(await usedToday(server, key), 100);
      },
    );

    await steps.test('all apply a revocation within a second', async () => {
      const order = { account: 'acme', tier: 'pro', kind: 'secret' } as const;
      const { text, key } = await issueKey(making, order);
      for (const { url } of servers) assert.equal((await ask(url, text)).status, 200);

      await revokeKey(making, key.id);
      for (const { url } of servers) {
        let { status } = await ask(url, text);
        while (status === 200) ({ status } = await ask(url, text));
        assert.equal(status, 401);
      }
    });

    await steps.test('lose no counted request if one of them is killed', async () => {
      await awayFromMidnight();
      const order = { account: 'acme', tier: 'pro', kind: 'secret' } as const;
      const { text: key } = await issueKey(making, order);
      const [first, , victim] = servers;
      assert.ok(first && victim);

      let alive = true;
      const granted: number[] = [];
      let broken = 0;
      const askUntilTheKill = async (url: string) => {
        while (alive) {
          try {
            granted.push((await ask(url, key)).remaining);
            if (granted.length === 100) victim.process.kill('SIGKILL');
          } catch {
            broken += 1;
            alive = false;
          }
        }
      };
      await Promise.all(
        Array.from({ length: 60 }, (_, at) => askUntilTheKill(servers[at % 3]?.url ?? '')),
      );

      servers = servers.filter((server) => server !== victim);

      const counted = await usedToday(first, key);
      assert.ok(counted >= granted.length, `${granted.length} were received, ${counted} counted`);
      assert.ok(counted <= granted.length + broken);
      assert.equal(new Set(granted).size, granted.length);
    });

    await steps.test('shut down cleanly, even after another one was killed', async () => {
      const codes = await Promise.all(servers.map((server) => endProcess(server, 'SIGTERM')));
      assert.deepEqual(codes, [0, 0]);
    });
  });
});
