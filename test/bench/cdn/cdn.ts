import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { Embed } from '../../../server/reading-sessions/contract.ts';
import { runSvc } from '../../server/cli/run-svc.ts';
import { buildEpub } from '../../server/epub/fixtures/build-epub.ts';
import {
  forgedPrefixes,
  parsePrefixedPath,
  type PrefixedPath,
} from '../../server/reading-sessions/forged-prefixes.ts';
import { type Cache, caches } from './caches.ts';

export interface CdnOptions {
  books: number;
  sessions: number;
  forged: number;
  /** Names of caches. */
  caches: string[];
  json?: boolean;
}

export interface CdnReport {
  cache: string;
  books: number;
  sessions: number;
  /** With an empty cache, and once more. */
  rounds: RoundReport[];
  forgedRequests: number;
  /** Responses with content to requests with forged, expired or swapped prefixes. */
  unlicensedResponses: number;
  /** Whether a cached prefix is rejected within a second after it expires. */
  isExpiryExact: boolean;
}

interface RoundReport {
  contentRequests: number;
  contentBytes: number;
  /** Share of the content's bytes that the cache answered without the server. */
  cachedShare: number;
  /** Content requests that the cache did not answer. */
  contentMisses: number;
  /**
   * All requests that reached the server, including those that open a book, list its files or check
   * a signature.
   */
  serverRequests: number;
  sentRequests: number;
}

const secret = 'a secret that the cache knows as well';
const concurrency = 16;
const epubFolder = join(import.meta.dirname, '../../../../shared/data/epubs');

/**
 * Measures caches with the documented configurations in front of a server with free and paid books.
 */
export async function benchCdn(options: CdnOptions): Promise<void> {
  for (const name of options.caches) {
    const cache = caches[name];
    if (!cache) throw new Error(`There is no cache ${name}.`);
    if (cache.missing) console.log(cache.missing);
    else await bench(cache, name, options);
  }
}

async function bench(cache: Cache, name: string, options: CdnOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-cdn-'));
  const stops: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const report = { cache: name, ...(await measure(folder, cache, options, stops)) };
    if (options.json) console.log(JSON.stringify(report, null, 2));
    else {
      const { rounds, ...figures } = report;
      console.table(figures);
      console.table(rounds);
    }
    if (report.unlicensedResponses > 0 || !report.isExpiryExact) process.exitCode = 1;
  } finally {
    for (const stop of stops.toReversed()) stop();
  }
}

async function measure(
  folder: string,
  { start }: Cache,
  { books: bookCount, sessions, forged }: CdnOptions,
  stops: (() => void)[],
): Promise<Omit<CdnReport, 'cache'>> {
  const environment = { SVC_DATA: join(folder, 'data'), DATABASE_URL: '' };
  const created = await runSvc(environment, 'keys', 'create', '--tier', 'unlimited', '--json');
  const { key } = z.object({ key: z.string() }).parse(JSON.parse(created.stdout));
  const other = ['--account', 'other', '--tier', 'unlimited', '--json'];
  const reader = await runSvc(environment, 'keys', 'create', ...other);
  const { key: readerKey } = z.object({ key: z.string() }).parse(JSON.parse(reader.stdout));
  const importBooks = async (files: string[]): Promise<string[]> => {
    if (files.length === 0) return [];
    const imported = await runSvc(environment, 'import', '--public', ...files);
    const found = [...new Set(imported.stdout.match(/bk_\w{10,}/g) ?? [])];
    if (found.length === 0) throw new Error(imported.stderr + imported.stdout);
    return found;
  };
  const ids = await importBooks(realBooks(bookCount));
  ids.push(...(await importBooks(await generateBooks(folder, bookCount - ids.length))));

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
  const front = await start(mkdtempSync(join(folder, 'cache-')), url);
  stops.push(() => front.process.kill('SIGKILL'));

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
    const response = await fetch(`${front.url}/v1/reader/embed?book=${id}`, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return z.object({ data: Embed }).parse(JSON.parse(text)).data;
  };
  let cachedBytes = 0;
  const pathOf = ({ session }: Embed) => new URL(session.content).pathname;

  /** Reads every section, style sheet and resource in the session's file list. */
  const readBook = async (opened: Embed, round: RoundReport) => {
    const base = front.url + pathOf(opened);
    const headers = { Authorization: `Bearer ${opened.session.token}` };
    round.sentRequests += 1;
    const list = await fetch(`${base}/files`, { headers });
    const { data } = FileList.parse(await list.json());
    for (const { path } of data.files) {
      const response = await fetch(`${base}/${path}`, { headers });
      const bytes = (await response.arrayBuffer()).byteLength;
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      round.sentRequests += 1;
      round.contentRequests += 1;
      round.contentBytes += bytes;
      if (response.headers.get('X-Cache') === 'HIT') cachedBytes += bytes;
      else round.contentMisses += 1;
    }
  };
  const rounds: RoundReport[] = [];
  for (let number = 0; number < 2; number += 1) {
    const receivedBefore = await requestsOf(url);
    cachedBytes = 0;
    const round: RoundReport = {
      contentRequests: 0,
      contentBytes: 0,
      cachedShare: 0,
      contentMisses: 0,
      serverRequests: 0,
      sentRequests: 0,
    };
    await inParallel(sessions, async (at) => {
      const id = ids[at % ids.length] ?? '';
      round.sentRequests += 1;
      await readBook(await embed(id, at % 3 === 0 ? key : readerKey), round);
    });
    round.serverRequests = (await requestsOf(url)) - receivedBefore;
    round.cachedShare = Number((cachedBytes / round.contentBytes).toFixed(5));
    rounds.push(round);
  }

  // All caches are warm by now, so a wrong decision would be a hit.
  const valid: PrefixedPath[] = [];
  const attempts: string[] = [];
  for (const id of paid) {
    const [whole, sample] = [await embed(id, key), await embed(id, readerKey)];
    const prefixes = [whole, sample].map((one) => parsePrefixedPath(pathOf(one)));
    valid.push(...prefixes);
    const outside = unlicensed(whole, sample);
    for (const path of outside) attempts.push(`${pathOf(sample)}/${path}`);
    for (const { scope, contentId } of prefixes) {
      for (const path of outside)
        attempts.push(`${signed(contentId, scope, 1_700_000_000)}/${path}`);
    }
  }
  for (const prefix of forgedPrefixes(valid)) {
    attempts.push(`${prefix}/sections/0`, `${prefix}/sections/1`);
  }
  let unlicensedResponses = 0;
  await inParallel(forged, async (at) => {
    const path = attempts[at % attempts.length] ?? '/';
    const response = await fetch(front.url + path);
    await response.arrayBuffer();
    if (response.status < 400) {
      unlicensedResponses += 1;
      console.error(`${response.status} ${path}`);
    }
  });
  const [whole] = valid;
  return {
    books: ids.length,
    sessions,
    rounds,
    forgedRequests: forged,
    unlicensedResponses,
    isExpiryExact: whole !== undefined && (await expiresExactly(front.url, whole)),
  };
}

/** Prefix with a valid signature. */
function signed(contentId: string, scope: string, expiry: number): string {
  const signature = createHmac('sha256', secret)
    .update(`${contentId}\n${scope}\n${expiry}`)
    .digest('base64url');
  return `/content/~${scope}~${expiry}~${signature}/${contentId}`;
}

/** Uses a prefix before and after it expires. */
async function expiresExactly(url: string, { contentId, scope }: PrefixedPath): Promise<boolean> {
  const expiry = Math.ceil(Date.now() / 1000) + 5;
  const status = async () => {
    const response = await fetch(`${url}${signed(contentId, scope, expiry)}/sections/0`);
    await response.arrayBuffer();
    return response.status;
  };
  const before = [await status(), await status()];
  await delay(expiry * 1000 + 1000 - Date.now());
  const after = [await status(), await status()];
  return before.every((one) => one === 200) && after.every((one) => one >= 400);
}

/** Requests that the server has received, without those of monitoring. */
async function requestsOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const counts = [...metrics.matchAll(/^http_request_duration_seconds_count\{(.*)\} (\d+)$/gm)];
  return counts
    .filter(([, labels]) => !/route="\/(metrics|healthz|readyz)"/.test(labels ?? ''))
    .reduce((sum, [, , count]) => sum + Number(count), 0);
}

const FileList = z.object({ data: z.object({ files: z.array(z.object({ path: z.string() })) }) });

/** Sections of a book outside its sample, and the rest of the section in which the sample ends. */
function unlicensed(whole: Embed, sample: Embed): string[] {
  const { sections, until } = sample.access;
  const isWhole = (index: number, length: number) =>
    sections?.includes(index) && (index !== until?.section || until.offset >= length);
  const paths = whole.readingOrder.flatMap(({ length }, index) =>
    isWhole(index, length) ? [] : [`sections/${index}`],
  );
  return [...paths, ...(until ? [`sections/${until.section}?end=${until.offset + 1}`] : [])];
}

/** The largest EPUB files of the test data. */
function realBooks(count: number): string[] {
  if (!existsSync(epubFolder)) return [];
  return readdirSync(epubFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.epub'))
    .map((name) => join(epubFolder, name))
    .toSorted((a, b) => statSync(b).size - statSync(a).size)
    .slice(0, count);
}

async function generateBooks(folder: string, count: number): Promise<string[]> {
  const files: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const chapters = Array.from(
      { length: 20 },
      (_, chapter) => `<h1>${chapter}</h1>${`<p>Text ${at} of chapter ${chapter}</p>`.repeat(200)}`,
    );
    const file = join(folder, `book-${at}.epub`);
    const metadata = { title: `Book ${at}`, identifier: `urn:book:${at}` };
    writeFileSync(file, await buildEpub({ chapters, metadata }));
    files.push(file);
  }
  return files;
}

async function inParallel(count: number, work: (at: number) => Promise<void>): Promise<void> {
  const remaining = Array.from({ length: count }, (_, at) => at).values();
  const worker = async () => {
    for (const at of remaining) await work(at);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
