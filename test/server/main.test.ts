import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import fastify from 'fastify';
import { readConfig } from '../../server/config.ts';
import { registerSearch } from '../../server/search/plugin.ts';
import { startServer } from '../../server/main.ts';
import { checkClock, checkSchemaVersion } from '../../server/startup-checks.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder, testDatabase } from './harness.ts';
import { endProcess, startProcess, toEnvironment } from './server-process.ts';

forEachEngine('a server', (engine) => {
  it('finishes requests in flight on shutdown, and then closes the database', async () => {
    const environment = toEnvironment(await newDatabaseLocation(engine), temporaryFolder());
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const server = await startServer(
      readConfig({ ...environment, PORT: '0', LOG_LEVEL: 'silent' }),
      {
        plugins: [
          async (app) => {
            app.get('/slow', async () => {
              reached.resolve();
              await released.promise;
              return await server.db.query.selectFrom('accounts').selectAll().execute();
            });
          },
        ],
      },
    );
    after(() => server.close());

    const answer = fetch(`${server.url}/slow`);
    await reached.promise;
    const closed = server.close();
    await assert.rejects(fetch(`${server.url}/healthz`));
    released.resolve();

    assert.equal((await answer).status, 200);
    await closed;
    await assert.rejects(server.db.query.selectFrom('accounts').selectAll().execute());
  });

  it('logs no error if it stops while the search index is being read', async () => {
    const app = fastify({
      logger: { level: 'warn', stream: { write: (line) => lines.push(line) } },
    });
    const lines: string[] = [];
    const db = await testDatabase(engine);
    const search = registerSearch(app, { db }, null);
    await app.ready();

    await app.close();
    await db.close();
    await assert.rejects(search.catchUp());
    assert.deepEqual(lines, []);
  });

  it('does not start with a schema of a newer release or with a clock that differs from the database’s', async () => {
    const db = await testDatabase(engine);
    await checkSchemaVersion(db);
    await checkClock(db, () => new Date());
    const applied_at = new Date().toISOString();
    await db.query.insertInto('migrations').values({ name: '9999-next', applied_at }).execute();

    await assert.rejects(checkSchemaVersion(db), /^UsageError: schema_newer: .*9999-next.*backup/);
    const late = checkClock(db, () => new Date(Date.now() - 60_000));
    if (engine === 'sqlite') await late;
    else await assert.rejects(late, /^UsageError: clock_skew: .* is 60 s behind the database’s/);
  });

  it('serves only its probes when it runs as a worker', async () => {
    const environment = toEnvironment(await newDatabaseLocation(engine), temporaryFolder());
    const server = await startServer(
      readConfig({ ...environment, PORT: '0', LOG_LEVEL: 'silent', SVC_ROLE: 'worker' }),
    );
    after(() => server.close());
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    assert.equal((await fetch(`${server.url}/v1/openapi.json`)).status, 401);
  });
});

it('a server drains after SIGTERM: not ready, but each request is served on a connection that then closes', async () => {
  const environment = toEnvironment(await newDatabaseLocation('sqlite'), temporaryFolder());
  const server = await startProcess({ ...environment, SVC_DRAIN_SECONDS: '300' });
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);

  server.process.kill('SIGTERM');
  let probe: Response;
  do probe = await fetch(`${server.url}/readyz`);
  while (probe.status === 200);

  assert.equal(probe.status, 503);
  assert.equal((await probe.json()).checks.process, 'stopping');
  const answer = await fetch(`${server.url}/docs`);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('connection'), 'close');
  // A second signal does not wait.
  assert.equal(await endProcess(server, 'SIGTERM'), 1);
});
