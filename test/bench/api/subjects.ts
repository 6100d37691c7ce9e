import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { migrate } from '../../../server/db/migrate.ts';
import { idMaker } from '../../../server/db/new-id.ts';
import { type Database, type DatabaseAddress, openDatabase } from '../../../server/db/open.ts';
import { issueKey } from '../../../server/keys/issue-key.ts';
import { noMetadata } from '../../../server/books/stored-book.ts';
import { keyStore } from '../../../server/keys/store.ts';

/** A server to measure, in a process of its own. */
export interface Subject {
  name: string;
  url: string;
  /** Sent in turn, one with each request; empty for a server without keys. */
  keys: string[];
  end(): void;
}

const root = join(import.meta.dirname, '../../..');
const booksInCatalogue = 1000;
/** A count of one key is one row: some keys more are what a server really sees. */
const keyCount = 10;

/** The real server, counting every request on a database of its own; the limit per second is off. */
export async function startApi(
  name: string,
  address: DatabaseAddress,
  folder: string,
): Promise<Subject> {
  const db = openDatabase(address);
  const keys = await fill(db);
  await db.close();
  const environment = {
    SVC_DATA: folder,
    DATABASE_URL: 'url' in address ? address.url : '',
    SVC_BURST_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
  };
  return { name, keys, ...(await start('server/main.ts', environment, '/healthz')) };
}

/** `node:http` with nothing else: the same bytes at the same paths. */
export async function startBare(bodies: Record<string, string>): Promise<Subject> {
  const [path = '/'] = Object.keys(bodies);
  const environment = { BODIES: JSON.stringify(bodies) };
  return {
    name: 'node:http alone',
    keys: [],
    ...(await start('test/bench/api/bare-server.ts', environment, path)),
  };
}

async function start(script: string, environment: Record<string, string>, probe: string) {
  const port = await freePort();
  const server = spawn(process.execPath, [script], {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await answers(url + probe, server);
  return { url, end: () => void server.kill('SIGKILL') };
}

async function answers(url: string, server: ChildProcess) {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await delay(50);
  }
  throw new Error(`${url} does not answer.`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (typeof address !== 'object' || !address) throw new Error('No port is free.');
  return address.port;
}

async function fill(db: Database): Promise<string[]> {
  const now = () => new Date();
  const newId = idMaker(Date.now);
  await migrate(db, now);
  const rows = Array.from({ length: booksInCatalogue }, (_, at) => bookRow(newId('bk'), at));
  for (let from = 0; from < rows.length; from += 100) {
    await db.query
      .insertInto('books')
      .values(rows.slice(from, from + 100))
      .execute();
  }
  const making = { store: keyStore(db), newId, random: randomBytes, now };
  const order = { account: 'bench', tier: 'unlimited', kind: 'secret' } as const;
  const keys: string[] = [];
  for (let key = 0; key < keyCount; key += 1) keys.push((await issueKey(making, order)).text);
  return keys;
}

function bookRow(id: string, at: number) {
  const time = '2026-01-01T00:00:00.000Z';
  return {
    id,
    account_id: null,
    visibility: 'public' as const,
    title: `The ${at}th Book of Measures`,
    metadata: JSON.stringify({
      ...noMetadata,
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
      description: 'A book that is there to be listed. '.repeat(5),
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
