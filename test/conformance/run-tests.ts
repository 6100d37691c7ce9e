import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compilePublication } from '../../server/epub/compile-publication.ts';
import type { Publication } from '../../server/epub/contract.ts';
import { Failure } from '../../server/failure.ts';
import type { TestCase, Check } from './check.ts';
import { checkEveryPublication } from './check-every-publication.ts';
import type { ReadingSystem } from './reading-system.ts';
import type { ReaderScreen } from './reader-screen.ts';
import { readTestBook, type Level } from './test-book.ts';

export type Verdict = 'pass' | 'fail' | 'not applicable' | 'not automated';

/** Result of one test. */
export interface TestResult {
  id: string;
  level: Level;
  criterion: string;
  verdict: Verdict;
  /** Whether only the generic checks ran. */
  isGeneric: boolean;
  /** Why it did not pass, or empty if it did. */
  reason: string;
}

const shape = { width: 1280, height: 800 };

/** Runs the tests of some files one after another and reports each result as it arrives. */
export async function runTests(
  system: ReadingSystem,
  folder: string,
  files: readonly string[],
  checkOf: (id: string) => Check | null,
  onResult: (result: TestResult) => void,
): Promise<TestResult[]> {
  const results: TestResult[] = [];
  for (const file of files) {
    const result = await runTest(system, join(folder, file), checkOf);
    onResult(result);
    results.push(result);
  }
  return results;
}

async function runTest(
  system: ReadingSystem,
  file: string,
  checkOf: (id: string) => Check | null,
): Promise<TestResult> {
  const book = await readTestBook(file, await readFile(file));
  const { id, level, criterion } = book;
  const check = checkOf(id);
  const outcome = { id, level, criterion, isGeneric: !check };
  let screen: ReaderScreen | null = null;
  try {
    const imported = await system.import(book.bytes);
    const compiled = await compile(book.bytes);
    const rejection = 'refusal' in imported ? imported.refusal : null;
    const requireImported = <T>(value: T | null): T => {
      if (value === null) throw new Error(`The import was rejected: ${rejection}`);
      return value;
    };
    const bookId = () => requireImported('id' in imported ? imported.id : null);
    const test: TestCase = {
      book,
      refusal: rejection,
      publication: () => requireImported(compiled),
      bookId,
      import: async (epub) => {
        const other = await system.import(epub);
        if ('refusal' in other)
          throw new Error(`The import of another book was rejected: ${other.refusal}`);
        return other.id;
      },
      open: async (wanted = shape) => (screen = await system.open(bookId(), wanted)),
    };
    const answer = await (check ?? checkEveryPublication)(test);
    await assertHarmless(screen);
    if (answer) return { ...outcome, verdict: 'not applicable', reason: answer.notApplicable };
    return { ...outcome, verdict: 'pass', reason: '' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...outcome, verdict: 'fail', reason };
  }
}

// Applies to every test.
async function assertHarmless(screen: ReaderScreen | null): Promise<void> {
  await screen?.assertHarmless();
}

async function compile(bytes: Buffer): Promise<Publication | null> {
  try {
    return await compilePublication(bytes);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
