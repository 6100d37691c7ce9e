import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Chance, pick } from './seeded-chance.ts';

export interface Request {
  method?: string;
  body?: unknown;
  /** `Idempotency-Key` */
  intent?: string;
  ifMatch?: string;
}

export interface Answer {
  status: number;
  etag: string;
  body: unknown;
  /** Whether it was sent more than once. */
  isRetried: boolean;
}

export interface Counts {
  requests: number;
  retries: number;
  replayed: number;
}

const Coded = z.object({ code: z.string() });

/** Asks whichever process listens, the very same again until one answers. */
export function client(urls: () => string[], key: string, chance: Chance, counts: Counts) {
  return async (path: string, request: Request = {}): Promise<Answer> => {
    for (let attempt = 0; ; attempt += 1) {
      counts.requests += 1;
      if (attempt > 0) counts.retries += 1;
      const answer = await tryOnce(path, request, attempt).catch(() => null);
      if (answer) return answer;
      await delay(20 + 100 * chance());
    }
  };

  async function tryOnce(path: string, request: Request, attempt: number): Promise<Answer | null> {
    const open = urls();
    if (open.length === 0) return null;
    const { method = 'GET', body, intent, ifMatch } = request;
    // Now and then the client is the one that gives up, and asks another process at once.
    const patienceMs = attempt === 0 && intent && chance() < 0.03 ? 1 + 20 * chance() : 10_000;
    const response = await fetch(pick(chance, open) + path, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(intent && { 'Idempotency-Key': intent }),
        ...(ifMatch && { 'If-Match': ifMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(Math.ceil(patienceMs)),
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
