import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { endProcess, toEnvironment, startProcess } from '../server-process.ts';
import { startFakeRateHost } from './fake-rate-host.ts';

describe('a server process', () => {
  it('asks both sources soon after its start, and ends at once while they hang', async () => {
    const [open, ecb] = [await startFakeRateHost(), await startFakeRateHost()];
    const asked = [open, ecb].map(
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

    await Promise.all(asked);
    assert.deepEqual([...open.requestedPaths, ...ecb.requestedPaths], ['/usd.json', '/ecb.xml']);

    // Ten seconds are what the process gives itself before it ends with 1.
    assert.equal(await endProcess(server, 'SIGTERM'), 0);
  });
});
