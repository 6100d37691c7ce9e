import { z } from 'zod';
import { Failure } from '../failure.ts';
import { LoggedEvent } from './contract.ts';
import { signatureHeaders } from './signature.ts';

export interface ForwardingOptions {
  /** URL that receives the copies. */
  forward: string;
  /** Origin of the API and one of the account's keys. */
  api: string;
  key: string;
  secret: string;
  fetch: typeof fetch;
  now: () => Date;
  /** Waits before the next request. */
  wait: () => Promise<unknown>;
  report: (line: string) => void;
  signal?: AbortSignal;
}

const Page = z.object({
  data: z.array(LoggedEvent),
  meta: z.object({ total: z.int(), nextAfter: z.int().nullable() }),
});

/**
 * Follows the event log from its end and posts a signed copy of each event once.
 *
 * @throws Failure `key_invalid` if the API rejects the key.
 */
export async function forwardEvents(options: ForwardingOptions): Promise<void> {
  const { wait, report } = options;
  const start = await readPage(options, null, 1);
  let position = start.meta.total;
  while (!options.signal?.aborted) {
    const page = await readPage(options, position, 100).catch(unreachable);
    if (!page) {
      report('Cannot reach the API. Retrying.');
      await wait();
      continue;
    }
    for (const one of page.data) {
      await post(options, one);
      position = one.position;
    }
    if (page.meta.nextAfter === null) await wait();
  }
}

/** Retries only network errors, because the server may be restarting. */
function unreachable(error: unknown): null {
  if (error instanceof TypeError) return null;
  throw error;
}

async function readPage(
  { api, key, fetch }: ForwardingOptions,
  after: number | null,
  limit: number,
) {
  const query = after === null ? '' : `after=${after}&`;
  const response = await fetch(`${api}/v1/events?${query}limit=${limit}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  if (!response.ok) {
    throw new Failure(
      'key_invalid',
      `${api}/v1/events responded with ${response.status}. Check the API key.`,
    );
  }
  return Page.parse(await response.json());
}

/** The code of a network error, such as `ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  const code: unknown = Object(cause instanceof AggregateError ? cause.errors[0] : cause).code;
  return typeof code === 'string' ? code : String(error);
}

async function post(
  { forward, secret, fetch, now, report }: ForwardingOptions,
  { event }: LoggedEvent,
): Promise<void> {
  const body = JSON.stringify(event);
  const headers = signatureHeaders([secret], event.id, now(), body);
  const sent = fetch(forward, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
    redirect: 'manual',
  });
  const outcome = await sent.then(
    ({ status }) => String(status),
    (error: unknown) => `no response (${reasonOf(error)})`,
  );
  report(`${event.type} ${event.id} → ${outcome}`);
}
