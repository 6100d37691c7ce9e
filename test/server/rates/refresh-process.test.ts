import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { endProcess, toEnvironment, startProcess } from '../server-process.ts';
import { startFakeRateHost } from './fake-rate-host.ts';

describe('server process', () => {
  it('requests both sources soon after starting and exits promptly while they hang', async () => {
    const [open, ecb] = [await startFakeRateHost(), await startFakeRateHost()];
    const requested = [open, ecb].map(
      (host) =>
        new Promise<void>((resolve) => {
          host.handler = () => resolve();
        }),
    );
    const server = await startProcess({
      ...toEnvironment(await newDatabaseLocation('sqlite'), temporaryFolder()),
      SVC_RATES: 'on',
      SVC_RATES_OPEN_URLS: `${open.url}/usd.json`,
      SVC_RATES_ECB_URL: `${ecb.url}/ecb.xml`,
    });

    await Promise.all(requested);
    assert.deepEqual([...open.requestedPaths, ...ecb.requestedPaths], ['/usd.json', '/ecb.xml']);

    // The process exits with 1 if shutting down takes longer than ten seconds.
    assert.equal(await endProcess(server, 'SIGTERM'), 0);
  });
});
