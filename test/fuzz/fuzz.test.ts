import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isShort } from '../../scripts/test-tiers.js';
import { runFuzz } from './fuzz-run.ts';
import { formatReport } from './report.ts';

describe('mutated books', () => {
  // Uses the built-in books and one seed, so every machine runs the same cases. A fast machine runs
  // more of them.
  it('are imported or rejected with a clear message, never stored partially', async () => {
    const report = await runFuzz({
      engine: 'sqlite',
      seed: 1,
      minutes: isShort ? 0.4 : 1,
      onlyBuiltIn: true,
    });
    console.log(formatReport(report));
    assert.deepEqual(report.faults, []);
    assert.ok(report.books > 0 && report.checks > 0);
  });
});
