import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runFuzz } from './fuzz-run.ts';
import { formatReport } from './report.ts';

describe('mutated books', () => {
  // The built-in books and one seed: every machine runs the same cases, a fast one more of them.
  it('are imported or rejected with a clear message, never stored partially', async () => {
    const report = await runFuzz({ engine: 'sqlite', seed: 1, minutes: 1, onlyBuiltIn: true });
    console.log(formatReport(report));
    assert.deepEqual(report.faults, []);
    assert.ok(report.books > 0 && report.checks > 0);
  });
});
