import { RateSourceError } from './rate-source.ts';

export interface FetchDocumentOptions {
  fetch: typeof fetch;
  /** Media types that are taken, in lower case. */
  accept: readonly string[];
  /** For everything, from the look-up of the name to the last byte. */
  timeoutMs: number;
  /** Ends the request early. */
  signal: AbortSignal;
}

/** The real tables have 8 kB and 2 kB. */
const maxBytes = 1_000_000;

/**
 * Fetches a text from a host that is not trusted: within a time, a size and a type, unpacked bytes
 * counted, and no redirect followed, wherever it leads.
 *
 * @throws SourceFailure
 */
export async function fetchDocument(url: string, options: FetchDocumentOptions): Promise<string> {
  const { accept, timeoutMs } = options;
  const done = new AbortController();
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await options.fetch(url, {
      headers: { Accept: accept.join(', ') },
      redirect: 'manual',
      signal: AbortSignal.any([options.signal, late, done.signal]),
    });
    if (response.status !== 200) throw new RateSourceError(`${url} answered ${response.status}`);
    const type = (response.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase();
    if (!type || !accept.includes(type)) {
      throw new RateSourceError(`${url} answered ${type || 'no type'}, not ${accept.join(' or ')}`);
    }
    return await readText(response, url);
  } catch (error) {
    if (error instanceof RateSourceError) throw error;
    const reason = late.aborted ? `took longer than ${timeoutMs} ms` : reasonOf(error);
    throw new RateSourceError(`${url} ${reason}`, { cause: error });
  } finally {
    // Whatever was not read is not waited for.
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
