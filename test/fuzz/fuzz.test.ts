import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runFuzz } from './fuzz-run.ts';
import { formatReport } from './report.ts';

describe('books that were changed by chance', () => {
  // The project's own books and one seed: every machine gets the same cases, a fast one more of them.
  it('end as a book or with a clear refusal, and leave nothing half stored', async () => {
    const report = await runFuzz({ engine: 'sqlite', seed: 1, minutes: 2, onlyBuiltIn: true });
    console.log(formatReport(report));
    assert.deepEqual(report.faults, []);
    assert.ok(report.books > 0 && report.checks > 0);
  });
});
