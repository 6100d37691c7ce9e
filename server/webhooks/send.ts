import type { Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { AttemptFault, type FaultReason } from './attempt-fault.ts';
import { faultOf } from './fault-of.ts';
import { keepText, readSome } from './read-some.ts';
import { type Resolve, resolveHost } from './resolve-host.ts';
import { readRetryAfter } from './retry-after.ts';
import { staleConnections } from './stale-connections.ts';
import { checkTarget, guardedLookup, type TargetRules } from './target-guard.ts';

/** What one attempt brought. Whether a status is success is not said here. */
export type Outcome =
  | {
      kind: 'answered';
      status: number;
      durationMs: number;
      /** 0 to 24 hours; null when the answer asks for no pause. */
      retryAfterMs: number | null;
      /** The beginning of the answer's body, up to 8 KiB, as text that every database takes. */
      body: string;
    }
  | { kind: 'failed'; reason: FaultReason; detail: string; durationMs: number };

export interface SenderOptions extends TargetRules {
  /** Left out: the system's name servers. */
  resolve?: Resolve;
  now: () => Date;
  /** For the name, the connection and TLS together. */
  connectMs?: number;
  /** For everything, to the last byte of the answer. */
  totalMs?: number;
}

export type Sender = ReturnType<typeof sender>;

const mostAnswerBytes = 64 * 1024;
const keptAnswerBytes = 8 * 1024;
/** Node's 250 ms give up on every far-away host that has several addresses. */
const nextAddressAfterMs = 1_000;

/**
 * Makes single attempts to deliver, over connections of its own: no redirects, no proxy, no address
 * that is not public, never more time or memory than one attempt is worth.
 */
export function sender({
  resolve = resolveHost(),
  allowLoopback,
  now,
  connectMs = 5_000,
  totalMs = 15_000,
}: SenderOptions) {
  const stale = staleConnections();
  const connect = taggingTlsFaults(
    watching(
      stale.watch,
      buildConnector({
        lookup: guardedLookup(resolve, { allowLoopback }),
        timeout: connectMs,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
        // An environment variable must not be able to switch the check of certificates off.
        rejectUnauthorized: true,
        allowH2: false,
      }),
    ),
  );
  const settings = {
    connect,
    // However long a target would like its idle connections to be held.
    keepAliveMaxTimeout: 30_000,
    // One clock ends an attempt: the one below.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const agent = new Agent(settings);
  /** Makes a connection for every request. */
  const freshAgent = new Agent({ ...settings, pipelining: 0 });

  let closing: Promise<void> | undefined;

  async function attempt(
    url: string,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ) {
    checkTarget(url, { allowLoopback });
    // Undici would connect first.
    signal.throwIfAborted();
    const { origin, pathname, search } = new URL(url);
    const request = {
      origin,
      path: pathname + search,
      method: 'POST' as const,
      headers: {
        ...headers,
        'user-agent': 'svc-reader-webhooks',
        'content-type': 'application/json',
      },
      body: Buffer.from(body, 'utf8'),
      signal,
    };
    const answer = await agent.request(request).catch((error: unknown) => {
      // The receiver knows the id, should it have read the first one after all.
      if (!stale.isStale(error) || signal.aborted) throw error;
      return freshAgent.request(request);
    });
    const bytes = await readSome(answer.body, mostAnswerBytes);
    return { status: answer.statusCode, headers: answer.headers, bytes };
  }

  return {
    /**
     * Posts a body once; never rejects. A `signal` that aborts ends the attempt as failed (`other`):
     * the target is not to blame then.
     *
     * @param headers - The signature's; `content-type` and `user-agent` are added.
     * @param body - Sent in UTF-8, byte for byte what was signed.
     */
    async send(
      url: string,
      headers: Record<string, string>,
      body: string,
      signal?: AbortSignal,
    ): Promise<Outcome> {
      const startedMs = now().getTime();
      const durationMs = () => Math.max(0, now().getTime() - startedMs);
      const ending = new AbortController();
      const late = () => new AttemptFault('timeout', `No whole answer within ${totalMs / 1000} s.`);
      const timer = setTimeout(() => ending.abort(late()), totalMs);
      const stop = () => ending.abort(new AttemptFault('other', 'The attempt was broken off.'));
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        const answer = await attempt(url, headers, body, ending.signal);
        return {
          kind: 'answered',
          status: answer.status,
          durationMs: durationMs(),
          retryAfterMs: readRetryAfter(firstOf(answer.headers['retry-after']), now()),
          body: keepText(answer.bytes, keptAnswerBytes),
        };
      } catch (error) {
        const { reason, message } = faultOf(ending.signal.aborted ? ending.signal.reason : error);
        return { kind: 'failed', reason, detail: message, durationMs: durationMs() };
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
      }
    },

    /** Waits for the attempts under way, then closes every connection. */
    close: (): Promise<void> =>
      (closing ??= Promise.all([agent.close(), freshAgent.close()]).then(stale.end)),
  };
}

function watching(
  watch: (socket: Socket) => void,
  connect: buildConnector.connector,
): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket) watch(socket);
      callback(...result);
    });
}

/** After the TCP connection stands, all that can go wrong before it is handed over is TLS. */
function taggingTlsFaults(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (!error) return callback(null, socket);
      const fault = faultOf(error);
      const isTls = fault.reason === 'other' || fault.reason === 'closed';
      return callback(
        isTls && options.protocol === 'https:'
          ? new AttemptFault('tls', fault.message, error)
          : fault,
        null,
      );
    });
}

function firstOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
