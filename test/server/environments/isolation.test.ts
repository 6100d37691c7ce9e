import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import { forEachEngine } from '../harness.ts';
import { everyOperation, randomSteps, twoEnvironments } from './random-activity.ts';
import { runsOf } from '../../../scripts/test-tiers.js';

forEachEngine('the environments of an account', (engine) => {
  it('never show an id of the other in any operation of the API', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const account = await twoEnvironments(engine);
        const { operations, created } = account;
        const steps = [
          ...everyOperation(operations, ['live', 'test'], { isForeign: false }),
          ...randomSteps(['live', 'test'], runsOf(150), seed),
          ...everyOperation(operations, ['live', 'test'], { isForeign: true }),
        ];
        for (const step of steps) await account.send(step);
        assert.deepEqual(account.leaks(), []);
        for (const ids of [created.live, created.test]) {
          const kinds = new Set([...ids].map((id) => id.replace(/_.*/, '')));
          assert.deepEqual([...kinds].sort(), [
            'bk',
            'ch',
            'dep',
            'prt',
            'rv',
            'sale',
            'ses',
            'wh',
          ]);
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});
