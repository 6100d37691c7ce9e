import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Random, pick } from './seeded-random.ts';

export interface ClientRequest {
  method?: string;
  body?: unknown;
  /** `Idempotency-Key` */
  idempotencyKey?: string;
  ifMatch?: string;
}

export interface ClientResponse {
  status: number;
  etag: string;
  body: unknown;
  /** Whether it was sent more than once. */
  isRetried: boolean;
}

export interface RequestCounts {
  requests: number;
  retries: number;
  replayed: number;
}

const Coded = z.object({ code: z.string() });

/** Sends the same request to any listening process until one answers. */
export function client(urls: () => string[], key: string, chance: Random, counts: RequestCounts) {
  return async (path: string, request: ClientRequest = {}): Promise<ClientResponse> => {
    for (let attempt = 0; ; attempt += 1) {
      counts.requests += 1;
      if (attempt > 0) counts.retries += 1;
      const answer = await tryOnce(path, request, attempt).catch(() => null);
      if (answer) return answer;
      await delay(20 + 100 * chance());
    }
  };

  async function tryOnce(
    path: string,
    request: ClientRequest,
    attempt: number,
  ): Promise<ClientResponse | null> {
    const open = urls();
    if (open.length === 0) return null;
    const { method = 'GET', body, idempotencyKey, ifMatch } = request;
    // Sometimes the client gives up and immediately tries another process.
    const timeoutMs =
      attempt === 0 && idempotencyKey && chance() < 0.03 ? 1 + 20 * chance() : 10_000;
    const response = await fetch(pick(chance, open) + path, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        ...(ifMatch && { 'If-Match': ifMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(Math.ceil(timeoutMs)),
    });
    const { status, headers } = response;
    const text = await response.text();
    if (status >= 500) return null;
    const answer: unknown = text === '' ? null : JSON.parse(text);
    const isRunning =
      status === 409 && Coded.safeParse(answer).data?.code === 'idempotency_key_in_use';
    if (isRunning) return null;
    if (headers.get('Idempotent-Replayed') === 'true') counts.replayed += 1;
    return { status, etag: headers.get('ETag') ?? '', body: answer, isRetried: attempt > 0 };
  }
}

export type Client = ReturnType<typeof client>;
