import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isShort } from '../../scripts/test-tiers.js';
import { postgresMissing } from '../server/postgres.ts';
import { runFaults } from './fault-run.ts';

const size = { events: isShort ? 100 : 200, endpoints: 10, kills: isShort ? 2 : 6, seed: 1 };

describe('three server processes that are killed repeatedly', () => {
  it('lose, duplicate and invent nothing on SQLite', async () => {
    const { violations, kills } = await runFaults({ engine: 'sqlite', stops: 0, ...size });
    assert.deepEqual(violations, []);
    assert.equal(kills, size.kills);
  });

  it(
    'lose, duplicate and invent nothing on PostgreSQL, which is also stopped repeatedly',
    { skip: postgresMissing ?? false },
    async () => {
      const { violations, kills, stops } = await runFaults({
        engine: 'postgres',
        stops: 1,
        ...size,
      });
      assert.deepEqual(violations, []);
      assert.equal(kills, size.kills);
      assert.equal(stops, 1);
    },
  );
});
