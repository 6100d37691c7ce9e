import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { migrate } from '../../server/db/migrate.ts';
import { idGenerator } from '../../server/db/id-generator.ts';
import { type Database, type Engine, openDatabase } from '../../server/db/open.ts';
import { issueKey } from '../../server/keys/issue-key.ts';
import { keyStore } from '../../server/keys/store.ts';
import { memoryOf } from '../bench/process-memory.ts';
import { newPostgresDatabase } from '../server/postgres.ts';
import { fastTemporaryFolder } from '../server/fast-temporary-folder.ts';
import type { Outcome } from './verdict.ts';
import { ProcessMonitor } from './process-monitor.ts';

const Logged = z.object({ err: z.object({ stack: z.string() }) });

const root = join(import.meta.dirname, '../..');
/** Time limit for every request, so that the run continues. */
const requestTimeoutMs = 330_000;

/** A real server with its own database, into which books are imported. */
export class ImportServer {
  readonly #folder: string;
  readonly #environment: Record<string, string>;
  readonly #key: string;
  #process: ChildProcess | null = null;
  #url = '';
  /** The most recent errors in its log. */
  #loggedErrors: string[] = [];
  readonly db: Database;

  private constructor(
    folder: string,
    environment: Record<string, string>,
    key: string,
    db: Database,
  ) {
    this.#folder = folder;
    this.#environment = environment;
    this.#key = key;
    this.db = db;
  }

  static async open(engine: Engine): Promise<ImportServer> {
    const folder = mkdtempSync(join(fastTemporaryFolder(), 'svc-fuzz-'));
    const url = engine === 'postgres' ? await newPostgresDatabase() : null;
    const db = openDatabase(url === null ? { sqlitePath: join(folder, 'svc.sqlite') } : { url });
    const now = () => new Date();
    await migrate(db, now);
    const making = { store: keyStore(db), newId: idGenerator(Date.now), random: randomBytes, now };
    const { text } = await issueKey(making, { account: 'fuzz', tier: 'unlimited', kind: 'secret' });
    const environment = { SVC_DATA: folder, DATABASE_URL: url ?? '' };
    const server = new ImportServer(folder, environment, text, db);
    // Stops the server when the run ends.
    process.once('exit', () => server.#remove());
    await server.#start();
    return server;
  }

  get rssMb(): number | null {
    return memoryOf(this.#process?.pid ?? 0)?.rssMb ?? null;
  }

  /** Returns the errors logged by the server since the last call. */
  takeLoggedErrors(): string[] {
    const errors = this.#loggedErrors;
    this.#loggedErrors = [];
    return errors;
  }

  /** Imports a book. Restarts the server if it has exited. */
  async import(epub: Buffer): Promise<Outcome> {
    const monitor = new ProcessMonitor(this.#process?.pid ?? 0);
    const response = await this.#request('/v1/books', 'POST', epub).catch((error: unknown) => {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      this.#loggedErrors.push(String(cause));
      return null;
    });
    const usage = monitor.stop();
    const isServerUp = this.#process?.exitCode === null && this.#process.signalCode === null;
    if (!isServerUp) await this.#start();
    const { status = null, body = null } = response ?? {};
    return { status, body, isServerUp, ...usage };
  }

  async get(path: string): Promise<{ status: number; body: unknown }> {
    return this.#request(path, 'GET');
  }

  async remove(bookId: string): Promise<number> {
    const { status } = await this.#request(`/v1/books/${bookId}`, 'DELETE');
    return status;
  }

  async close(): Promise<void> {
    await this.db.close();
    this.#remove();
  }

  #remove(): void {
    this.#process?.removeAllListeners('exit').kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #request(path: string, method: string, epub?: Buffer) {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.#key}`,
        ...(epub && { 'Content-Type': 'application/epub+zip' }),
      },
      ...(epub && { body: new Uint8Array(epub) }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const text = await response.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    return { status: response.status, body };
  }

  async #start(): Promise<void> {
    const server = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        ...this.#environment,
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/fuzz'),
        SVC_BURST_LIMIT: 'off',
        SVC_RATES: 'off',
        SVC_ROLE: 'all',
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'info',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = server;
    this.#url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: server.stdout }).on('line', (line) => {
        const url = /Server listening at (http:[^"]+)/.exec(line)?.[1];
        if (url) resolve(url);
        if (/"level":[56]0/.test(line))
          this.#loggedErrors = [...this.#loggedErrors.slice(-2), stackOfLogLine(line)];
      });
      void once(server, 'exit').then(([code]) =>
        reject(new Error(`The server exited with code ${code}.`)),
      );
    });
  }
}

/** The start of the stack in a log line, or the line itself. */
function stackOfLogLine(line: string): string {
  const logged = Logged.safeParse(JSON.parse(line)).data;
  return (logged?.err.stack ?? line).split('\n').slice(0, 4).join(' ').slice(0, 600);
}
