import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { migrate } from '../../../server/db/migrate.ts';
import {
  type Database,
  type DatabaseLocation,
  type Engine,
  openDatabase,
} from '../../../server/db/open.ts';
import { newPostgresDatabase, postgresMissing } from '../../server/postgres.ts';
import { makeKeys } from '../api/subjects.ts';
import { machine } from '../machine.ts';
import type { Memory } from '../process-memory.ts';
import { type BenchQuery, benchQueries } from './bench-queries.ts';
import { type BenchBook, booksOf } from './books-of.ts';
import { catalogueMissing } from './catalogue-books.ts';
import { makeCatalogueFile } from './catalogue-file.ts';
import { fts5Peer } from './fts5-peer.ts';
import { type Finding, measureFinding } from './measure-finding.ts';
import { type Loading, measureLoading } from './measure-loading.ts';
import { measureServer, memoryOfEmptyServer, type Serving } from './measure-server.ts';
import { seededRandom } from './random.ts';
import { report } from './report.ts';
import { tsvectorPeer } from './tsvector-peer.ts';

export interface SearchBenchOptions {
  /** Numbers of records. */
  sizes: number[];
  engines: Engine[];
  /** Graded queries of each kind. */
  queries: number;
  /** Throughput measurements: their number, length and concurrency. */
  rounds: number;
  seconds: number;
  connections: number;
  /** Print one JSON document instead of tables. */
  json?: boolean;
}

/** Measurements with one number of records on one engine. */
export interface SearchResult {
  records: number;
  engine: Engine;
  /** Load average at the start and the end, which shows whether other work disturbed the run. */
  machineLoad: [before: number, after: number];
  loading: Loading;
  emptyServer: Memory | null;
  serving: Serving;
  peer: { name: string; buildSeconds: number; diskMb: number };
  finding: Finding[];
}

const peers = {
  sqlite: { ...fts5Peer, finder: 'fts5' as const },
  postgres: { ...tsvectorPeer, finder: 'tsvector' as const },
};
const warmUpOfEachKind = 30;

/** Loading, memory and search at several sizes, compared with the engine's own full-text index. */
export async function benchSearch(options: SearchBenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-search-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (catalogueMissing) console.error(`${catalogueMissing}: records are invented`);
  const engines = options.engines.filter((engine) => engine === 'sqlite' || !postgresMissing);
  if (engines.length < options.engines.length) console.error(postgresMissing);

  const results: SearchResult[] = [];
  for (const records of options.sizes) {
    print(`${records} records: preparing the file`);
    const file = await makeCatalogueFile(records, folder);
    let queries: { warmUp: BenchQuery[]; timed: BenchQuery[] } | null = null;
    for (const engine of engines) {
      const place = join(folder, `${records}-${engine}`);
      mkdirSync(place);
      const address = await newAddress(engine, place);
      const before = machine().load;
      const log = (what: string) => print(`${records} records, ${engine}: ${what}`);

      const db = openDatabase(address);
      await migrate(db, () => new Date());
      const keys = await makeKeys(db);
      const emptyServer = await memoryOfEmptyServer(address, place);
      log('loading');
      const loading = await measureLoading(file, records, address, place);
      // Both engines assign the same ordinals because they load the same file, so the queries are
      // reusable.
      if (!queries) log('queries');
      queries ??= await makeQueries(db, records, options.queries);
      log('server');
      const serving = await measureServer(address, place, keys, queries, options);
      const peer = peers[engine];
      log(peer.name);
      const start = performance.now();
      const diskMb = (await peer.build(booksOf(db), address)) / 1e6;
      const buildSeconds = (performance.now() - start) / 1000;
      await db.close();
      log('latencies');
      const finding = await measureFinding(address, peer, queries.warmUp, queries.timed);
      results.push({
        records,
        engine,
        machineLoad: [before, machine().load],
        loading,
        emptyServer,
        serving,
        peer: { name: peer.name, buildSeconds, diskMb },
        finding,
      });
      if (!options.json) console.log(report(results.slice(-1)));
      rmSync(place, { recursive: true, force: true });
    }
    rmSync(file);
  }
  if (options.json) {
    const { json: _json, ...settings } = options;
    const isInvented = catalogueMissing !== null;
    console.log(JSON.stringify({ machine: machine(), settings, isInvented, results }, null, 2));
  }
  process.exit(0);
}

async function makeQueries(db: Database, seed: number, ofEachKind: number) {
  const books: BenchBook[] = [];
  for await (const some of booksOf(db)) books.push(...some);
  return {
    warmUp: benchQueries(books, seededRandom(seed + 1), warmUpOfEachKind),
    timed: benchQueries(books, seededRandom(seed), ofEachKind),
  };
}

async function newAddress(engine: Engine, folder: string): Promise<DatabaseLocation> {
  return engine === 'sqlite'
    ? { sqlitePath: join(folder, 'svc.sqlite') }
    : { url: await newPostgresDatabase({ isDurable: true }) };
}

function print(what: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${what}`);
}
