import { RateSourceError } from './rate-source.ts';

export interface FetchDocumentOptions {
  fetch: typeof fetch;
  /** Accepted media types, in lower case. */
  accept: readonly string[];
  /** Time limit for the whole request, from the DNS lookup to the last byte. */
  timeoutMs: number;
  /** Aborts the request. */
  signal: AbortSignal;
}

/** Maximum size. The real tables are 8 kB and 2 kB. */
const maxBytes = 1_000_000;

/**
 * Fetches text from an untrusted host. Limits the time, the media type and the size (counted after
 * decompression), and follows no redirects.
 *
 * @throws RateSourceError
 */
export async function fetchDocument(url: string, options: FetchDocumentOptions): Promise<string> {
  const { accept, timeoutMs } = options;
  const done = new AbortController();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await options.fetch(url, {
      headers: { Accept: accept.join(', ') },
      redirect: 'manual',
      signal: AbortSignal.any([options.signal, timeout, done.signal]),
    });
    if (response.status !== 200)
      throw new RateSourceError(`${url} responded with status ${response.status}`, {
        status: response.status,
      });
    const type = (response.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase();
    if (!type || !accept.includes(type)) {
      throw new RateSourceError(
        `${url} responded with ${type || 'no media type'} instead of ${accept.join(' or ')}`,
      );
    }
    return await readText(response, url);
  } catch (error) {
    if (error instanceof RateSourceError) throw error;
    const reason = timeout.aborted ? `took longer than ${timeoutMs} ms` : reasonOf(error);
    throw new RateSourceError(`${url} ${reason}`, { cause: error });
  } finally {
    // Closes the connection without reading the rest of the response.
    done.abort();
  }
}

async function readText({ body }: Response, url: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new RateSourceError(`${url} sent more than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const { cause } = error;
  return `failed: ${cause instanceof Error ? cause.message : error.message}`;
}
