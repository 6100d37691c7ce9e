import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '../../../server/search/external/engine.ts';
import { switchTo } from '../../../server/search/external/generations.ts';
import { newGeneration } from '../../../server/search/external/indices.ts';
import { type BookChange, indexWriter } from '../../../server/search/external/index-writer.ts';
import { engineMissing, startEngine } from '../../server/search/engine/opensearch.ts';
import { bookQuery } from '../../server/search/index-fixtures.ts';
import { machine } from '../machine.ts';
import { memoryOf } from '../process-memory.ts';
import { catalogueMissing } from './catalogue-books.ts';
import { makeCatalogueFile } from './catalogue-file.ts';
import type { SearchReply } from './external-process.ts';
import { seededRandom } from './random.ts';
import { catalogueRecords, recordsIn } from './relevance/catalogue-records.ts';
import { measureRelevance, writtenQueries } from './relevance/measure-relevance.ts';
import { sampleQueries } from './relevance/sample-queries.ts';

export interface ExternalBenchOptions {
  records: number;
  ofClass: number;
  json?: boolean;
}

const booksPerBatch = 1000;
const warmUp = 60;
/** Number of queries that one process answers before the other process answers the same queries. */
const blockSize = 50;

/**
 * Queries the embedded index and the external engine alternately, and compares their first ten
 * books.
 */
export async function benchExternalSearch(options: ExternalBenchOptions): Promise<void> {
  const missing = engineMissing ?? catalogueMissing;
  if (missing) throw new Error(missing);
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-external-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const before = machine().load;
  const node = await startEngine({ heap: '1g', isMeasured: true });
  const url = `${node.url}/bench-${process.pid}`;
  const file = await makeCatalogueFile(options.records, folder);
  const filled = await fill(url, file);

  const books = await catalogueRecords();
  const queries = [
    ...['queries-development.txt', 'queries-held-out.txt', 'queries-drawn.txt'].flatMap((name) =>
      writtenQueries(books, name),
    ),
    ...sampleQueries(books, seededRandom(11), options.ofClass),
    ...sampleQueries(books, seededRandom(777_001), options.ofClass),
  ];
  const asked = queries.map(({ text, languages }) =>
    bookQuery({ text, languages, limit: 10, collapse: true }),
  );
  const subjects = await Promise.all(
    [
      { name: 'embedded index', place: file },
      { name: 'external engine', place: url },
    ].map(async ({ name, place }) => {
      const child = fork(join(import.meta.dirname, 'external-process.ts'), [place]);
      const reply = async () => ((await once(child, 'message'))[0] ?? null) as SearchReply;
      const { readySeconds } = await reply();
      const ready = memoryOf(child.pid ?? 0);
      const ask = async (some: typeof asked) => {
        child.send(some);
        return (await reply()).pages;
      };
      return { name, child, readySeconds, ready, ask, pages: [] as SearchReply['pages'] };
    }),
  );
  for (const { ask } of subjects) await ask(asked.slice(0, warmUp));
  for (let at = 0; at < asked.length; at += blockSize) {
    const block = asked.slice(at, at + blockSize);
    for (const { ask, pages } of subjects) pages.push(...(await ask(block)));
  }

  const results = subjects.map(({ name, child, readySeconds, ready, pages }) => {
    const memory = memoryOf(child.pid ?? 0);
    child.kill('SIGKILL');
    const byText = new Map(pages.map(({ ordinals }, at) => [queries[at], ordinals]));
    const score = measureRelevance(books, queries, (query) => byText.get(query) ?? []).get('all');
    const times = pages.map(({ ms }) => ms).sort((a, b) => a - b);
    const quantile = (share: number) => times[Math.floor(times.length * share)] ?? null;
    return {
      name,
      readySeconds,
      readyMb: ready?.rssMb ?? null,
      searchedMb: memory?.rssMb ?? null,
      peakMb: memory?.peakMb ?? null,
      p50Ms: quantile(0.5),
      p99Ms: quantile(0.99),
      success: score?.success ?? null,
      ndcg: score?.ndcg ?? null,
    };
  });
  const [own, other] = subjects;
  const different = queries.filter(
    (_, at) => String(own?.pages[at]?.ordinals) !== String(other?.pages[at]?.ordinals),
  );
  const report = {
    machine: { ...machine(), loadBefore: before },
    records: options.records,
    queries: queries.length,
    sameFirstTen: 1 - different.length / queries.length,
    filled,
    engineMb: node.pid === null ? null : (memoryOf(node.pid)?.rssMb ?? null),
    results,
    different: different.map(({ kind, text }) => `${kind}: ${text}`),
  };
  if (options.json) console.log(JSON.stringify(report, null, 2));
  else {
    const percent = (100 * report.sameFirstTen).toFixed(1);
    console.log(`${percent}% of ${queries.length} queries return the same first ten books.`);
    console.table(results);
    console.log(`Filled in ${Math.round(filled.seconds)} s. Different:`, report.different);
  }
  process.exit(0);
}

async function fill(url: string, file: string): Promise<{ books: number; seconds: number }> {
  const engine = openEngine(url);
  const generation = newGeneration(engine.prefix, new Date());
  const writer = indexWriter(engine, generation);
  const started = performance.now();
  await writer.create();
  let batch: BookChange[] = [];
  let books = 0;
  for await (const book of recordsIn(file)) {
    batch.push({ book, revision: book.ordinal });
    books += 1;
    if (batch.length < booksPerBatch) continue;
    await writer.put(batch);
    batch = [];
  }
  await writer.put(batch);
  await writer.setCheckpoint(books);
  await writer.refresh();
  await switchTo(engine, generation);
  await engine.close();
  return { books, seconds: (performance.now() - started) / 1000 };
}
