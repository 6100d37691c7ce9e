import { SourceError } from './contract.ts';

export interface FetchJsonOptions {
  fetch: typeof fetch;
  now: () => Date;
  /** For everything, from the look-up of the name to the last byte, redirects included. */
  timeoutMs: number;
}

/** The longest answers for one book have 100 kB. */
const maxResponseBytes = 1_000_000;
const maxRedirects = 3;
/** A source that asks for more is asked again tomorrow anyway. */
const maxRetryAfterMs = 86_400_000;
const defaultRetryAfterMs = 60_000;

/** Gets JSON, within the source's limits; null: it has nothing there (404). Throws `SourceFailure`. */
export type FetchJson = (url: URL, signal: AbortSignal) => Promise<unknown>;

/** Asks a host that is not trusted: within a time and a size, never led to another host. */
export function createFetchJson({ fetch, now, timeoutMs }: FetchJsonOptions): FetchJson {
  return async (url, signal) => {
    const done = new AbortController();
    const late = AbortSignal.timeout(timeoutMs);
    const all = AbortSignal.any([signal, late, done.signal]);
    try {
      let target = url;
      for (let hop = 0; hop <= maxRedirects; hop += 1) {
        const response = await fetch(target, {
          headers: { Accept: 'application/json', 'User-Agent': 'svc-reader' },
          redirect: 'manual',
          signal: all,
        });
        const next = redirectTarget(response, target);
        if (!next) return await readJsonResponse(response, target, now());
        target = next;
      }
      throw new SourceError(`${url.href} redirects without end.`);
    } catch (error) {
      if (error instanceof SourceError || signal.aborted) throw error;
      const reason = late.aborted ? `took longer than ${timeoutMs} ms` : 'could not be read';
      throw new SourceError(`${url.href} ${reason}.`, { cause: error });
    } finally {
      // Whatever was not read is not waited for.
      done.abort();
    }
  };
}

function redirectTarget({ status, headers }: Response, from: URL): URL | null {
  if (status < 300 || status > 399) return null;
  const location = headers.get('Location');
  const to = location && URL.canParse(location, from.href) ? new URL(location, from) : null;
  if (to?.origin !== from.origin) {
    throw new SourceError(`${from.href} redirects to another host.`);
  }
  return to;
}

async function readJsonResponse(response: Response, { href }: URL, now: Date): Promise<unknown> {
  const { status, headers } = response;
  if (status === 404) return null;
  if (status === 429 || status === 503) {
    const retryAfterMs = parseRetryAfterMs(headers.get('Retry-After'), now);
    throw new SourceError(`${href} asks for quiet.`, { retryAfterMs });
  }
  if (status !== 200) throw new SourceError(`${href} answered ${status}.`);
  const type = headers.get('Content-Type') ?? '';
  if (!/^(?:application|text)\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
    throw new SourceError(`${href} answered ${type || 'no type'}, not JSON.`);
  }
  const text = await readText(response, href);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SourceError(`${href} answered what is no JSON.`, { cause });
  }
}

async function readText({ body }: Response, href: string): Promise<string> {
  const decoder = new TextDecoder('utf-8');
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxResponseBytes)
      throw new SourceError(`${href} sent more than ${maxResponseBytes} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function parseRetryAfterMs(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return defaultRetryAfterMs;
  const ms = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(ms) ? defaultRetryAfterMs : Math.min(Math.max(ms, 1000), maxRetryAfterMs);
}
