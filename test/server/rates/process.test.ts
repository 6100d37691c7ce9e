import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newDatabaseAddress, temporaryFolder } from '../harness.ts';
import { end, environmentOf, startProcess } from '../server-process.ts';
import { outside } from './outside.ts';

describe('a server process', () => {
  it('asks both sources soon after its start, and ends at once while they hang', async () => {
    const [open, ecb] = [await outside(), await outside()];
    const asked = [open, ecb].map(
      (host) =>
        new Promise<void>((resolve) => {
          host.answer = () => resolve();
        }),
    );
    const server = await startProcess({
      ...environmentOf(await newDatabaseAddress('sqlite'), temporaryFolder()),
      SVC_RATES: 'on',
      SVC_RATES_OPEN_URLS: `${open.url}/usd.json`,
      SVC_RATES_ECB_URL: `${ecb.url}/ecb.xml`,
    });

    await Promise.all(asked);
    assert.deepEqual([...open.asked, ...ecb.asked], ['/usd.json', '/ecb.xml']);

    // Ten seconds are what the process gives itself before it ends with 1.
    assert.equal(await end(server, 'SIGTERM'), 0);
  });
});
