import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { readConfig } from '../../server/config.ts';
import { startServer } from '../../server/main.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from './harness.ts';
import { toEnvironment } from './server-process.ts';

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
