import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../../server/db/migrate.ts';
import { idGenerator } from '../../../server/db/id-generator.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../../../server/db/open.ts';
import { issueKey } from '../../../server/keys/issue-key.ts';
import { emptyMetadata } from '../../../server/books/stored-book.ts';
import { keyStore } from '../../../server/keys/store.ts';
import { type RunningProcess, startProcess } from './start-process.ts';
import { freePort } from '../../free-port.ts';

/** A server to measure, as a child process. */
export interface Subject extends RunningProcess {
  name: string;
  /** Keys, used in turn. Empty for a server without keys. */
  keys: string[];
}

const booksInCatalogue = 1000;
/** Each key's count is a separate row, and a real server serves several keys. */
const keyCount = 10;

/** The real server with its own database, not yet started. */
export interface PreparedServer extends Pick<Subject, 'name' | 'keys'> {
  environment: Record<string, string>;
}

/** Creates the database of a server that counts every request, without the limit per second. */
export async function prepareApi(
  name: string,
  address: DatabaseLocation,
  folder: string,
): Promise<PreparedServer> {
  const db = openDatabase(address);
  await migrate(db, () => new Date());
  await fillCatalog(db);
  const keys = await makeKeys(db);
  await db.close();
  return { name, keys, environment: serverOn(address, folder) };
}

export async function startApi({ environment, ...server }: PreparedServer): Promise<Subject> {
  return { ...server, ...(await startProcess('server/main.ts', environment, '/readyz')) };
}

/**
 * Starts a server with the request log and one without it in one process. Two processes of one
 * program differ more in processor time than the log needs.
 */
export async function startPair(servers: readonly PreparedServer[]): Promise<Subject[]> {
  const environments = await Promise.all(
    servers.map(async ({ environment }, at) => ({
      ...environment,
      SVC_REQUEST_LOG: at === 0 ? 'on' : 'off',
      PORT: String(await freePort()),
    })),
  );
  const [first] = environments;
  const pair = { PAIR: JSON.stringify(environments), ...(first && { PORT: first.PORT }) };
  const running = await startProcess('test/bench/api/pair-process.ts', pair, '/readyz');
  return servers.map(({ name, keys }, at) => ({
    ...running,
    name,
    keys,
    url: `http://127.0.0.1:${environments[at]?.PORT}`,
  }));
}

/**
 * Environment variables of a server on this database. An SQLite database is `svc.sqlite` in the
 * folder.
 */
export function serverOn(address: DatabaseLocation, folder: string): Record<string, string> {
  return {
    SVC_DATA: folder,
    DATABASE_URL: 'url' in address ? address.url : '',
    SVC_BURST_LIMIT: 'off',
    SVC_RATES: 'off',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
  };
}

/** `node:http` only, with the same bytes at the same paths. */
export async function startBare(bodies: Record<string, string>, folder: string): Promise<Subject> {
  const [path = '/'] = Object.keys(bodies);
  const file = join(folder, 'bodies.json');
  writeFileSync(file, JSON.stringify(bodies));
  const running = await startProcess('test/bench/api/bare-server.ts', { BODIES: file }, path);
  return { name: 'node:http alone', keys: [], ...running };
}

/** Keys of the highest tier. */
export async function makeKeys(db: Database): Promise<string[]> {
  const now = () => new Date();
  const making = { store: keyStore(db), newId: idGenerator(Date.now), random: randomBytes, now };
  const order = { account: 'bench', tier: 'unlimited', kind: 'secret' } as const;
  const keys: string[] = [];
  for (let key = 0; key < keyCount; key += 1) keys.push((await issueKey(making, order)).text);
  return keys;
}

/** Adds 1,000 records without text. */
export async function fillCatalog(db: Database): Promise<void> {
  const newId = idGenerator(Date.now);
  const rows = Array.from({ length: booksInCatalogue }, (_, at) => bookRow(newId('bk'), at));
  for (let from = 0; from < rows.length; from += 100) {
    await db.query
      .insertInto('books')
      .values(rows.slice(from, from + 100))
      .execute();
  }
  await db.query.updateTable('book_clock').set({ revision: rows.length }).execute();
}

function bookRow(id: string, at: number) {
  const time = '2026-01-01T00:00:00.000Z';
  return {
    id,
    account_id: null,
    visibility: 'public' as const,
    title: `The ${at}th Book of Measures`,
    metadata: JSON.stringify({
      ...emptyMetadata,
      contributors: [
        {
          name: 'Ada Writer',
          sortName: 'Writer, Ada',
          role: 'aut',
          birthYear: 1901,
          deathYear: null,
        },
      ],
      languages: ['en'],
      description: 'A book that exists to be listed. '.repeat(5),
      subjects: [{ scheme: null, code: null, label: 'Measurement' }],
      identifiers: [{ scheme: 'isbn', value: '9780000000000' }],
      publisher: 'Bench & Sons',
      publishedAt: '1999',
    }),
    provenance: '{}',
    work_id: `wrk_${at}`,
    source: 'catalogue',
    ordinal: at + 1,
    revision: at + 1,
    word_count: 80_000,
    popularity: at,
    version_id: null,
    created_at: time,
    updated_at: time,
  };
}
