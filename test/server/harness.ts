import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import type { FastifyPluginAsync } from 'fastify';
import { buildApp } from '../../server/app.ts';
import { migrate } from '../../server/db/migrate.ts';
import { idGenerator } from '../../server/db/id-generator.ts';
import {
  type Database,
  type DatabaseLocation,
  type Engine,
  openDatabase,
} from '../../server/db/open.ts';
import { issueKey, type KeyContext, type NewKeyOptions } from '../../server/keys/issue-key.ts';
import { keyStore } from '../../server/keys/store.ts';
import { responseChecker, type CheckResponse } from './check-response.ts';
import { checkLoggedEvents } from './check-events.ts';
import { newPostgresDatabase, postgresMissing } from './postgres.ts';
import { fastTemporaryFolder } from './fast-temporary-folder.ts';

/**
 * Names Fastify's plugins after their functions. Fastify would first compare each with all loaded
 * CommonJS modules, which takes a fourth of the time of starting an app.
 */
const displayName = Symbol.for('fastify.display-name');
// Every plugin is a function, and Fastify has no setting for this. Only tests load this file.
// oxlint-disable-next-line no-extend-native
Object.defineProperty(Function.prototype, displayName, {
  get(this: { name: string }) {
    return this.name;
  },
  set(this: object, value: string) {
    Object.defineProperty(this, displayName, { value });
  },
});

/** Runs the tests on every engine. Skips PostgreSQL with a reason if it is missing. */
export function forEachEngine(title: string, tests: (engine: Engine) => void): void {
  describe(`${title}, on SQLite`, () => tests('sqlite'));
  describe(`${title}, on PostgreSQL`, { skip: postgresMissing ?? false }, () => tests('postgres'));
}

/** Returns the location of a new, empty database, which is removed after the surrounding tests. */
export async function newDatabaseLocation(engine: Engine): Promise<DatabaseLocation> {
  if (engine === 'postgres') return { url: await newPostgresDatabase() };
  return { sqlitePath: join(temporaryFolder(), 'svc.sqlite') };
}

/**
 * Runs the steps after the surrounding tests. Node keeps every hook until the process ends, so this
 * one releases the steps, and with them the apps and databases that they close.
 */
function cleanUp(steps: () => unknown): void {
  const pending = [steps];
  after(async () => {
    await pending.pop()?.();
  });
}

/** Creates a folder that is removed after the surrounding tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(fastTemporaryFolder(), 'svc-test-'));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Creates a database with all tables, which is closed after the surrounding tests. Its logged
 * events must conform to their schemas.
 */
export async function testDatabase(engine: Engine): Promise<Database> {
  let db: Database | null = null;
  // Registered first so that it runs before the folder is removed.
  cleanUp(async () => {
    if (!db) return;
    // An error here would skip the later cleanup.
    await checkLoggedEvents(db).catch((error: unknown) => {
      // Some tests make the database unreachable.
      if (/driver has already been destroyed/.test(String(error))) return;
      setImmediate(() => {
        throw error;
      });
    });
    await db.close();
  });
  db = openDatabase(await newLocationWithTables(engine));
  return db;
}

/** Creates the tables once and copies them for every test. */
async function newLocationWithTables(engine: Engine): Promise<DatabaseLocation> {
  if (engine === 'postgres') return { url: await newPostgresDatabase({ hasTables: true }) };
  emptySqlite ??= makeEmptySqlite();
  const sqlitePath = join(temporaryFolder(), 'svc.sqlite');
  copyFileSync(await emptySqlite, sqlitePath);
  return { sqlitePath };
}

let emptySqlite: Promise<string> | null = null;

async function makeEmptySqlite(): Promise<string> {
  // This belongs to the whole process and not to the first test.
  const folder = mkdtempSync(join(fastTemporaryFolder(), 'svc-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const sqlitePath = join(folder, 'empty.sqlite');
  const db = openDatabase({ sqlitePath });
  await migrate(db, () => new Date());
  await db.close();
  return sqlitePath;
}

/** A stopped clock that tests can set. */
export class TestClock {
  #ms: number;

  constructor(start: string) {
    this.#ms = Date.parse(start);
  }

  readonly now = (): Date => new Date(this.#ms);

  set(time: string): void {
    this.#ms = Date.parse(time);
  }

  advance(seconds: number): void {
    this.#ms += seconds * 1000;
  }
}

export interface TestApiOptions {
  db?: Database;
  clock?: TestClock;
  hasBurstLimit?: boolean;
  trustProxy?: string;
  componentFolder?: string;
  plugins?: FastifyPluginAsync[];
  wakeDeliveries?: () => void;
  idempotencyWaitMs?: number;
  /** Whether webhooks may use loopback addresses. Defaults to true. */
  allowLoopback?: boolean;
  /** Name servers for domain lookups. */
  dnsServers?: string[];
  internalPeers?: string;
  /** Defaults to `http://svc.test`. */
  publicUrl?: string;
  /** SMTP server for email of the console. */
  mail?: { url: string; from: string };
  cacheSecret?: string;
}

export interface ApiRequest {
  /** API key to send. */
  key?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  signal?: AbortSignal;
  redirect?: RequestRedirect;
}

export type TestApi = Awaited<ReturnType<typeof testApi>>;

/** All apps have the same document, except for test routes, which are not checked. */
let checkAnswer: CheckResponse | null = null;

function picked({ status, headers }: Response) {
  return { status, headers };
}

/** Starts the real app with a real database and socket, and a stopped clock. */
export async function testApi(engine: Engine, options: TestApiOptions = {}) {
  const db = options.db ?? (await testDatabase(engine));
  const clock = options.clock ?? new TestClock('2026-11-21T12:00:00Z');
  const app = await buildApp({
    db,
    now: clock.now,
    publicUrl: options.publicUrl ?? 'http://svc.test',
    secrets: ['a secret of thirty-two characters'],
    hasBurstLimit: options.hasBurstLimit ?? false,
    trustProxy: options.trustProxy ?? null,
    logLevel: 'silent',
    servesApi: true,
    componentFolder: options.componentFolder ?? join(import.meta.dirname, '../../dist'),
    plugins: options.plugins ?? [],
    allowLoopback: options.allowLoopback ?? true,
    dnsServers: options.dnsServers ?? null,
    internalPeers: options.internalPeers ?? null,
    mail: options.mail ?? null,
    cacheSecret: options.cacheSecret ?? null,
    ...(options.wakeDeliveries && { wakeDeliveries: options.wakeDeliveries }),
    ...(options.idempotencyWaitMs !== undefined && {
      idempotency: { waitMs: options.idempotencyWaitMs },
    }),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  cleanUp(async () => {
    // The client would keep its connections open for a minute.
    app.server.closeAllConnections();
    await app.close();
  });

  const keyContext: KeyContext = {
    store: keyStore(db),
    newId: idGenerator(() => clock.now().getTime()),
    random: randomBytes,
    now: clock.now,
  };

  return {
    app,
    db,
    clock,
    url,
    keyContext,

    /** Creates a key. Defaults to a secret Basic key for account `acme`. */
    async newKey(order: Partial<NewKeyOptions> = {}): Promise<{ id: string; text: string }> {
      const { key, text } = await issueKey(keyContext, {
        account: 'acme',
        tier: 'basic',
        kind: 'secret',
        ...order,
      });
      return { id: key.id, text };
    },

    /** Sends a request and checks the response against the app's OpenAPI document. */
    async request(path: string, { key, headers, ...init }: ApiRequest = {}): Promise<Response> {
      const authorization: Record<string, string> = key ? { Authorization: `Bearer ${key}` } : {};
      const response = await fetch(url + path, {
        ...init,
        headers: { ...authorization, ...headers },
      });
      checkAnswer ??= responseChecker(app.swagger());
      const body = /json/.test(response.headers.get('Content-Type') ?? '')
        ? await response.clone().text()
        : null;
      checkAnswer(init.method ?? 'GET', path, { ...picked(response), body });
      return response;
    },
  };
}
