import { SourceFailure } from './enricher.ts';

export interface JsonSource {
  fetch: typeof fetch;
  now: () => Date;
  /** For everything, from the look-up of the name to the last byte, redirects included. */
  timeoutMs: number;
}

/** The longest answers for one book have 100 kB. */
const largestBytes = 1_000_000;
const mostRedirects = 3;
/** A source that asks for more is asked again tomorrow anyway. */
const longestQuietMs = 86_400_000;
const firstQuietMs = 60_000;

/** Gets JSON, within the source's limits; null: it has nothing there (404). Throws `SourceFailure`. */
export type GetJson = (url: URL, signal: AbortSignal) => Promise<unknown>;

/** Asks a host that is not trusted: within a time and a size, never led to another host. */
export function jsonGetter({ fetch, now, timeoutMs }: JsonSource): GetJson {
  return async (url, signal) => {
    const done = new AbortController();
    const late = AbortSignal.timeout(timeoutMs);
    const all = AbortSignal.any([signal, late, done.signal]);
    try {
      let target = url;
      for (let hop = 0; hop <= mostRedirects; hop += 1) {
        const response = await fetch(target, {
          headers: { Accept: 'application/json', 'User-Agent': 'svc-reader' },
          redirect: 'manual',
          signal: all,
        });
        const next = redirectOf(response, target);
        if (!next) return await read(response, target, now());
        target = next;
      }
      throw new SourceFailure(`${url.href} redirects without end.`);
    } catch (error) {
      if (error instanceof SourceFailure || signal.aborted) throw error;
      const reason = late.aborted ? `took longer than ${timeoutMs} ms` : 'could not be read';
      throw new SourceFailure(`${url.href} ${reason}.`, { cause: error });
    } finally {
      // Whatever was not read is not waited for.
      done.abort();
    }
  };
}

function redirectOf({ status, headers }: Response, from: URL): URL | null {
  if (status < 300 || status > 399) return null;
  const location = headers.get('Location');
  const to = location && URL.canParse(location, from.href) ? new URL(location, from) : null;
  if (to?.origin !== from.origin) {
    throw new SourceFailure(`${from.href} redirects to another host.`);
  }
  return to;
}

async function read(response: Response, { href }: URL, now: Date): Promise<unknown> {
  const { status, headers } = response;
  if (status === 404) return null;
  if (status === 429 || status === 503) {
    const retryAfterMs = quietMs(headers.get('Retry-After'), now);
    throw new SourceFailure(`${href} asks for quiet.`, { retryAfterMs });
  }
  if (status !== 200) throw new SourceFailure(`${href} answered ${status}.`);
  const type = headers.get('Content-Type') ?? '';
  if (!/^(?:application|text)\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
    throw new SourceFailure(`${href} answered ${type || 'no type'}, not JSON.`);
  }
  const text = await readText(response, href);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SourceFailure(`${href} answered what is no JSON.`, { cause });
  }
}

async function readText({ body }: Response, href: string): Promise<string> {
  const decoder = new TextDecoder('utf-8');
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > largestBytes)
      throw new SourceFailure(`${href} sent more than ${largestBytes} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function quietMs(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return firstQuietMs;
  const ms = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(ms) ? firstQuietMs : Math.min(Math.max(ms, 1000), longestQuietMs);
}
