import Table from 'cli-table3';
import type { TestResult, Verdict } from './run-tests.ts';
import { levels } from './test-book.ts';

/** The suite's own result format (w3c/epub-tests), plus fields for what it cannot express. */
export interface Report {
  name: string;
  variant: string;
  tested_by: 'implementer';
  tests: Record<string, boolean | 'n/a' | null>;
  /** Ids of tests for which only the generic checks ran. */
  generic: string[];
  /** Why tests failed or do not apply, by id. */
  reasons: Record<string, string>;
  summary: Record<string, Record<string, number>>;
}

const values = {
  pass: true,
  fail: false,
  'not applicable': 'n/a',
  'not automated': null,
} as const satisfies Record<Verdict, boolean | 'n/a' | null>;

export function buildReport(results: readonly TestResult[]): Report {
  return {
    name: 'svc-reader',
    variant: 'Web, Chromium',
    tested_by: 'implementer',
    tests: Object.fromEntries(results.map(({ id, verdict }) => [id, values[verdict]])),
    generic: results.filter(({ isGeneric }) => isGeneric).map(({ id }) => id),
    reasons: Object.fromEntries(
      results.filter(({ reason }) => reason !== '').map(({ id, reason }) => [id, reason]),
    ),
    summary: Object.fromEntries(summarize(results).map(({ level, ...counts }) => [level, counts])),
  };
}

export function summaryTable(results: readonly TestResult[]): string {
  const table = new Table({
    head: ['level', 'pass', 'fail', 'not applicable', 'not automated', 'generic'],
    style: { head: [], border: [] },
  });
  for (const row of summarize(results)) {
    const { level, generic, ...counts } = row;
    table.push([level, ...Object.values(counts), generic]);
  }
  return table.toString();
}

/** Whether an applicable required test failed. */
export function hasFailed(results: readonly TestResult[]): boolean {
  return results.some(({ level, verdict }) => level === 'must' && verdict === 'fail');
}

export function formatResult({ id, level, verdict, isGeneric, reason }: TestResult): string {
  const mark = { pass: '✔', fail: '✘', 'not applicable': '–', 'not automated': '?' }[verdict];
  const kind = isGeneric ? ', generic checks' : '';
  const first = reason.split('\n').slice(0, 1).join('').trim();
  return `${mark} ${id} (${level}${kind})${first ? `: ${first}` : ''}`;
}

function summarize(results: readonly TestResult[]) {
  return levels.flatMap((level) => {
    const of = results.filter((result) => result.level === level);
    const count = (verdict: Verdict) => of.filter((result) => result.verdict === verdict).length;
    if (of.length === 0) return [];
    return [
      {
        level,
        pass: count('pass'),
        fail: count('fail'),
        'not applicable': count('not applicable'),
        'not automated': count('not automated'),
        generic: of.filter(({ isGeneric }) => isGeneric).length,
      },
    ];
  });
}
