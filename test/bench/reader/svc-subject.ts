import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { BenchBook } from './bench-book.ts';
import type { FileServer } from './file-server.ts';
import type { Subject } from './subject.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const Imported = z.tuple([z.object({ id: z.string() })]);
const Created = z.object({ key: z.string() });
const Package = z.object({ version: z.string() });

/**
 * This project as a publisher would use it: the built component and the API from the real server
 * with a data folder of its own, embedded by script tag in a page of another origin, with a
 * publishable key for that origin. `servedPage`: the same section as a page of the server itself.
 */
export async function startSvcReader(
  book: BenchBook,
  pages: FileServer,
): Promise<{ subject: Subject; servedPage: string; close(): Promise<void> }> {
  execFileSync(process.execPath, ['scripts/build.js', '--if-stale'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  const folder = mkdtempSync(join(tmpdir(), 'svc-reader-bench-'));
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
  };
  const svc = (...args: string[]): unknown =>
    JSON.parse(
      execFileSync(process.execPath, ['server/cli.ts', ...args, '--json'], {
        cwd: root,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );

  let server: ChildProcess | null = null;
  let servedPage = '';
  const close = async () => {
    if (server?.exitCode === null && server.kill()) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const file = join(folder, 'book.epub');
    writeFileSync(file, book.epub);
    const [{ id }] = Imported.parse(svc('import', file));
    const { key } = Created.parse(
      svc('keys', 'create', '--tier', 'unlimited', '--publishable', '--origin', pages.origin),
    );
    server = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await untilReady(`${api}/readyz`);
    servedPage = `${api}/v1/reader/embed?book=${id}&key=${key}&chapter=${book.start}&format=html`;
    const page = embedPage({ api, key, book: id, section: book.start });
    pages.files.set('/svc-reader/', {
      bytes: Buffer.from(page),
      mediaType: 'text/html; charset=utf-8',
    });
  } catch (error) {
    await close();
    throw error;
  }
  const url = `${pages.origin}/svc-reader/`;
  return {
    subject: {
      name: 'svc-reader',
      version: version(),
      kind: 'ours',
      openingUrl: url,
      readingUrl: url,
      pagesTag: 'svc-page',
    },
    servedPage,
    close,
  };
}

/** As in the README; a page that is nothing but the reader gives it the keyboard. */
function embedPage(tag: { api: string; key: string; book: string; section: number }): string {
  const start = tag.section ? ` start="${tag.section}"` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>svc-reader</title>
<style>html, body { margin: 0; block-size: 100% } svc-reader { position: absolute; inset: 0; block-size: auto; --svc-font-size: 16px }</style>
<script type="module" src="${tag.api}/svc-reader.js"></script>
</head>
<body><svc-reader api="${tag.api}" key="${tag.key}" book="${tag.book}"${start}></svc-reader>
<script>addEventListener('svc-open', ({ target }) => setTimeout(() => target.focus()))</script>
</body>
</html>
`;
}

async function untilReady(url: string): Promise<void> {
  const deadlineMs = Date.now() + 20_000;
  while (Date.now() < deadlineMs) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  throw new Error(`The server did not become ready at ${url} within 20 s.`);
}

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });
}

function version(): string {
  return Package.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).version;
}
