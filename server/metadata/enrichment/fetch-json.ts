import { SourceError } from './contract.ts';

export interface FetchJsonOptions {
  fetch: typeof fetch;
  now: () => Date;
  /** Limit for the whole request, from the DNS lookup to the last byte, including redirects. */
  timeoutMs: number;
}

/** The largest responses for one book are about 100 kB. */
const maxResponseBytes = 1_000_000;
const maxRedirects = 3;
/** Maximum delay. Longer delays are capped at one day. */
const maxRetryAfterMs = 86_400_000;
const defaultRetryAfterMs = 60_000;

/** Fetches JSON within the source's rate limit. Returns null for 404. Throws `SourceError`. */
export type FetchJson = (url: URL, signal: AbortSignal) => Promise<unknown>;

/**
 * Creates a fetch function for an untrusted host. It limits time and size, and follows no redirects
 * to other hosts.
 */
export function createFetchJson({ fetch, now, timeoutMs }: FetchJsonOptions): FetchJson {
  return async (url, signal) => {
    const finished = new AbortController();
    const timeout = AbortSignal.timeout(timeoutMs);
    const combined = AbortSignal.any([signal, timeout, finished.signal]);
    try {
      let target = url;
      for (let hop = 0; hop <= maxRedirects; hop += 1) {
        const response = await fetch(target, {
          headers: { Accept: 'application/json', 'User-Agent': 'svc-reader' },
          redirect: 'manual',
          signal: combined,
        });
        const next = redirectTarget(response, target);
        if (!next) return await readJsonResponse(response, target, now());
        target = next;
      }
      throw new SourceError(`${url.href} redirects more than ${maxRedirects} times.`);
    } catch (error) {
      if (error instanceof SourceError || signal.aborted) throw error;
      const reason = timeout.aborted ? `took longer than ${timeoutMs} ms` : 'could not be read';
      throw new SourceError(`${url.href} ${reason}.`, { cause: error });
    } finally {
      // Cancels an unread response body.
      finished.abort();
    }
  };
}

function redirectTarget({ status, headers }: Response, url: URL): URL | null {
  if (status < 300 || status > 399) return null;
  const location = headers.get('Location');
  const target = location && URL.canParse(location, url.href) ? new URL(location, url) : null;
  if (target?.origin !== url.origin) {
    throw new SourceError(`${url.href} redirects to another host.`);
  }
  return target;
}

async function readJsonResponse(response: Response, { href }: URL, now: Date): Promise<unknown> {
  const { status, headers } = response;
  if (status === 404) return null;
  if (status === 429 || status === 503) {
    const retryAfterMs = parseRetryAfterMs(headers.get('Retry-After'), now);
    throw new SourceError(`${href} limits the request rate.`, { retryAfterMs });
  }
  if (status !== 200) throw new SourceError(`${href} returned status ${status}.`);
  const type = headers.get('Content-Type') ?? '';
  if (!/^(?:application|text)\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
    throw new SourceError(`${href} returned ${type || 'no content type'} instead of JSON.`);
  }
  const text = await readText(response, href);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SourceError(`${href} returned invalid JSON.`, { cause });
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

/** Parses `Retry-After`: seconds or a date (RFC 9110, section 10.2.3). */
function parseRetryAfterMs(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return defaultRetryAfterMs;
  const ms = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(ms) ? defaultRetryAfterMs : Math.min(Math.max(ms, 1000), maxRetryAfterMs);
}
