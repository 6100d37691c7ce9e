import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { freePort } from '../../free-port.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const Imported = z.array(z.object({ file: z.string(), id: z.string() }));
const Created = z.object({ key: z.string() });
const Uploaded = z.object({ data: z.object({ id: z.string() }) });
const Problem = z.object({ code: z.string(), detail: z.string().default('') });

/** The real server with imported books, and a publishable key for the pages of one origin. */
export interface SvcServer {
  api: string;
  key: string;
  /** Ids of the books, in the order of their files. */
  books: string[];
  /** Imports further files. Returns the ids of the books. */
  importBooks(files: string[]): string[];
  /** Runs a command of the server on its data. Returns the document that it prints. */
  svc(...args: string[]): unknown;
  close(): Promise<void>;
}

/**
 * Builds the component if it is stale, imports the files, if any, and starts the server with its
 * own data folder.
 */
export async function startSvcServer(
  files: string[],
  origin: string,
  settings: Record<string, string> = {},
): Promise<SvcServer> {
  execFileSync(process.execPath, ['scripts/build.js', '--if-stale'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  const folder = mkdtempSync(join(tmpdir(), 'svc-reader-server-'));
  const port = await freePort();
  const api = `http://127.0.0.1:${port}`;
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    HOST: '127.0.0.1',
    PORT: String(port),
    SVC_DATA: join(folder, 'data'),
    SVC_PUBLIC_URL: api,
    LOG_LEVEL: 'error',
    // Ignore any server that the developer is logged in to.
    SVC_SERVER: 'local',
    ...settings,
  };
  const svc = (...args: string[]): unknown =>
    JSON.parse(
      execFileSync(process.execPath, ['server/cli.js', ...args, '--json'], {
        cwd: root,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );

  const importBooks = (more: string[]) =>
    Imported.parse(svc('import', '--public', ...more)).map(({ id }) => id);

  let server: ChildProcess | null = null;
  const close = async () => {
    if (server?.exitCode === null && server.kill()) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const books = files.length > 0 ? importBooks(files) : [];
    const { key } = Created.parse(
      svc('keys', 'create', '--tier', 'unlimited', '--publishable', '--origin', origin),
    );
    server = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await untilReady(`${api}/readyz`);
    return { api, key, books, importBooks, svc, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Uploads a book and publishes it, because publishable keys open only public books. Returns its id,
 * or the code and detail of the error.
 */
export async function uploadBook(
  api: string,
  key: string,
  epub: Uint8Array,
): Promise<{ id: string } | { code: string; detail: string }> {
  const authorization = `Bearer ${key}`;
  const response = await fetch(`${api}/v1/books`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/epub+zip' },
    body: Buffer.from(epub),
  });
  const body: unknown = await response.json();
  if (!response.ok) {
    const refusal = Problem.parse(body);
    if (response.status >= 500) throw new Error(`The import failed: ${refusal.code}.`);
    return refusal;
  }
  const { id } = Uploaded.parse(body).data;
  const published = await fetch(`${api}/v1/books/${id}`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ visibility: 'public' }),
  });
  if (!published.ok) throw new Error(`The book was not published: ${await published.text()}`);
  return { id };
}

async function untilReady(url: string): Promise<void> {
  const deadlineMs = Date.now() + 60_000;
  while (Date.now() < deadlineMs) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  throw new Error(`The server was not ready at ${url} within a minute.`);
}
