import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { Embed } from '../../../server/reading-sessions/contract.ts';
import { runSvc } from '../../server/cli/run-svc.ts';
import { buildEpub } from '../../server/epub/fixtures/build-epub.ts';
import {
  forgedPrefixes,
  parsePrefixedPath,
  type PrefixedPath,
} from '../../server/reading-sessions/forged-prefixes.ts';
import { nginxMissing, startNginx } from './nginx.ts';

export interface CdnOptions {
  books: number;
  sessions: number;
  forged: number;
  json?: boolean;
}

export interface CdnReport {
  books: number;
  sessions: number;
  contentRequests: number;
  contentBytes: number;
  /** Share of the content's bytes that nginx answered without the server. */
  cachedShare: number;
  /** Content requests that reached the server. */
  serverRequests: number;
  forgedRequests: number;
  /** Responses with content to requests with forged, expired or swapped prefixes. */
  unlicensedResponses: number;
}

const secret = 'a secret that the cache knows as well';
const concurrency = 16;
const epubFolder = join(import.meta.dirname, '../../../../shared/data/epubs');

/** Measures nginx with the documented configuration in front of a server with free and paid books. */
export async function benchCdn(options: CdnOptions): Promise<void> {
  if (nginxMissing) {
    console.log(nginxMissing);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'svc-cdn-'));
  const stops: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const report = await measure(folder, options, stops);
    if (options.json) console.log(JSON.stringify(report, null, 2));
    else console.table(report);
    if (report.unlicensedResponses > 0) process.exitCode = 1;
  } finally {
    for (const stop of stops.toReversed()) stop();
  }
}

async function measure(
  folder: string,
  { books: bookCount, sessions, forged }: CdnOptions,
  stops: (() => void)[],
): Promise<CdnReport> {
  const environment = { SVC_DATA: join(folder, 'data'), DATABASE_URL: '' };
  const created = await runSvc(environment, 'keys', 'create', '--tier', 'unlimited', '--json');
  const { key } = z.object({ key: z.string() }).parse(JSON.parse(created.stdout));
  const other = ['--account', 'other', '--tier', 'unlimited', '--json'];
  const reader = await runSvc(environment, 'keys', 'create', ...other);
  const { key: readerKey } = z.object({ key: z.string() }).parse(JSON.parse(reader.stdout));
  const files = await epubFiles(folder, bookCount);
  const imported = await runSvc(environment, 'import', '--public', ...files);
  const ids = [...new Set(imported.stdout.match(/bk_\w{10,}/g) ?? [])];
  if (ids.length === 0) throw new Error(imported.stderr + imported.stdout);

  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      ...environment,
      SVC_CDN_SECRET: secret,
      SVC_BURST_LIMIT: 'off',
      SVC_RATES: 'off',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stops.push(() => server.kill('SIGKILL'));
  const url = await new Promise<string>((resolve) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const found = /Server listening at (http:[^"]+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const nginx = await startNginx(mkdtempSync(join(folder, 'nginx-')), url);
  stops.push(() => nginx.process.kill('SIGKILL'));

  // Every second book is sold. Its readers have a sample or the whole book.
  const paid = ids.filter((_, at) => at % 2 === 1);
  for (const id of paid) {
    const body = {
      access: { mode: 'sample', share: 0.2 },
      price: { amount: '9.99', currency: 'EUR' },
    };
    await fetch(`${url}/v1/books/${id}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  const embed = async (id: string, bearer: string): Promise<Embed> => {
    const headers = { Authorization: `Bearer ${bearer}` };
    const response = await fetch(`${nginx.url}/v1/reader/embed?book=${id}`, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return z.object({ data: Embed }).parse(JSON.parse(text)).data;
  };
  let contentRequests = 0;
  let contentBytes = 0;
  let cachedBytes = 0;
  let serverRequests = 0;
  const pathOf = ({ session }: Embed) => new URL(session.content).pathname;

  /** Reads every section, style sheet and resource that the session's file list has. */
  const readBook = async (opened: Embed) => {
    const base = nginx.url + pathOf(opened);
    const headers = { Authorization: `Bearer ${opened.session.token}` };
    const list = await fetch(`${base}/files`, { headers });
    const { data } = FileList.parse(await list.json());
    for (const { path } of data.files) {
      const response = await fetch(`${base}/${path}`, { headers });
      const bytes = (await response.arrayBuffer()).byteLength;
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      contentRequests += 1;
      contentBytes += bytes;
      if (response.headers.get('X-Cache') === 'HIT') cachedBytes += bytes;
      else serverRequests += 1;
    }
  };
  await inParallel(sessions, async (at) => {
    const id = ids[at % ids.length] ?? '';
    await readBook(await embed(id, at % 3 === 0 ? key : readerKey));
  });

  // All caches are warm now, so a wrong decision would be a hit.
  const valid: PrefixedPath[] = [];
  const attempts: string[] = [];
  for (const id of paid) {
    const [whole, sample] = [await embed(id, key), await embed(id, readerKey)];
    const prefixes = [whole, sample].map((one) => parsePrefixedPath(pathOf(one)));
    valid.push(...prefixes);
    const outside = unlicensed(whole, sample);
    for (const path of outside) attempts.push(`${pathOf(sample)}/${path}`);
    for (const { scope, contentId } of prefixes) {
      const expiry = '1700000000';
      const signature = createHmac('sha256', secret)
        .update(`${contentId}\n${scope}\n${expiry}`)
        .digest('base64url');
      for (const path of outside) {
        attempts.push(`/content/~${scope}~${expiry}~${signature}/${contentId}/${path}`);
      }
    }
  }
  for (const prefix of forgedPrefixes(valid)) {
    attempts.push(`${prefix}/sections/0`, `${prefix}/sections/1`);
  }
  let unlicensedResponses = 0;
  await inParallel(forged, async (at) => {
    const path = attempts[at % attempts.length] ?? '/';
    const response = await fetch(nginx.url + path);
    await response.arrayBuffer();
    if (response.status < 400) {
      unlicensedResponses += 1;
      console.error(`${response.status} ${path}`);
    }
  });
  return {
    books: ids.length,
    sessions,
    contentRequests,
    contentBytes,
    cachedShare: Number((cachedBytes / contentBytes).toFixed(5)),
    serverRequests,
    forgedRequests: forged,
    unlicensedResponses,
  };
}

const FileList = z.object({ data: z.object({ files: z.array(z.object({ path: z.string() })) }) });

/** Sections of a book outside its sample. */
function unlicensed(whole: Embed, sample: Embed): string[] {
  const { sections, until } = sample.access;
  const paths = whole.readingOrder.flatMap((_, index) =>
    sections?.includes(index) && index !== until?.section ? [] : [`sections/${index}`],
  );
  return [...paths, ...(until ? [`sections/${until.section}?end=${until.offset + 1}`] : [])];
}

/** EPUB files of the test data, or generated ones without them. */
async function epubFiles(folder: string, count: number): Promise<string[]> {
  try {
    const files = readdirSync(epubFolder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.epub'))
      .map((name) => join(epubFolder, name))
      .toSorted((a, b) => statSync(a).size - statSync(b).size);
    if (files.length > 0) return files.slice(-count);
  } catch {
    // Without the test data.
  }
  const generated: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const chapters = Array.from(
      { length: 20 },
      (_, chapter) => `<h1>${chapter}</h1>${`<p>Text ${at} of chapter ${chapter}</p>`.repeat(200)}`,
    );
    const file = join(folder, `book-${at}.epub`);
    writeFileSync(file, await buildEpub({ chapters, metadata: { title: `Book ${at}` } }));
    generated.push(file);
  }
  return generated;
}

async function inParallel(count: number, work: (at: number) => Promise<void>): Promise<void> {
  const remaining = Array.from({ length: count }, (_, at) => at).values();
  const worker = async () => {
    for (const at of remaining) await work(at);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
