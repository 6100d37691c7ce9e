import type { SearchHit, SearchMeta } from '../../server/reader/contract.ts';
import { ApiFailure } from '../api/api-failure.ts';
import type { ReaderSession } from '../api/client.ts';

/** Hits on one answer. */
const limit = '100';

/**
 * GET {content}/search → a page of hits. Rejects with `ApiFailure`, or with the `AbortError` of the
 * signal.
 */
export async function askHits(
  { content, token }: ReaderSession,
  query: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<{ data: SearchHit[]; meta: SearchMeta }> {
  const asked = new URLSearchParams({ q: query, limit, ...(cursor && { cursor }) });
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${content}/search?${asked}`, {
    headers,
    signal,
    credentials: 'omit',
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiFailure('offline', 'No answer.');
  });
  if (!response.ok) throw await (await import('../api/read-failure.ts')).readFailure(response);
  return response.json();
}
