import type { Socket } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { AttemptError, type AttemptErrorReason, toAttemptError } from './attempt-error.ts';
import { type ResolveHost, resolveHost } from './resolve-host.ts';
import { readRetryAfter } from './retry-after.ts';
import { staleConnections } from './stale-connections.ts';
import { checkTarget, guardedLookup, type TargetRules } from './target-guard.ts';
import type { Readable } from 'node:stream';

/** What one attempt brought. Whether a status is success is not said here. */
export type AttemptOutcome =
  | {
      kind: 'answered';
      status: number;
      durationMs: number;
      /** 0 to 24 hours; null when the answer asks for no pause. */
      retryAfterMs: number | null;
      /** The beginning of the answer's body, up to 8 KiB, as text that every database takes. */
      body: string;
    }
  | { kind: 'failed'; reason: AttemptErrorReason; detail: string; durationMs: number };

export interface SenderOptions extends TargetRules {
  /** Left out: the system's name servers. */
  resolve?: ResolveHost;
  now: () => Date;
  /** For the name, the connection and TLS together. */
  connectTimeoutMs?: number;
  /** For everything, to the last byte of the answer. */
  attemptTimeoutMs?: number;
}

export type Sender = ReturnType<typeof sender>;

const maxResponseBytes = 64 * 1024;
const storedResponseBytes = 8 * 1024;
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
  connectTimeoutMs = 5_000,
  attemptTimeoutMs = 15_000,
}: SenderOptions) {
  const stale = staleConnections();
  const connect = tagTlsErrors(
    observeSockets(
      stale.watch,
      buildConnector({
        lookup: guardedLookup(resolve, { allowLoopback }),
        timeout: connectTimeoutMs,
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
    const bytes = await readPrefix(answer.body, maxResponseBytes);
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
    ): Promise<AttemptOutcome> {
      const startedMs = now().getTime();
      const durationMs = () => Math.max(0, now().getTime() - startedMs);
      const ending = new AbortController();
      const late = () =>
        new AttemptError('timeout', `No whole answer within ${attemptTimeoutMs / 1000} s.`);
      const timer = setTimeout(() => ending.abort(late()), attemptTimeoutMs);
      const stop = () => ending.abort(new AttemptError('other', 'The attempt was broken off.'));
      if (signal?.aborted) stop();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        const answer = await attempt(url, headers, body, ending.signal);
        return {
          kind: 'answered',
          status: answer.status,
          durationMs: durationMs(),
          retryAfterMs: readRetryAfter(firstValue(answer.headers['retry-after']), now()),
          body: toStorableText(answer.bytes, storedResponseBytes),
        };
      } catch (error) {
        const { reason, message } = toAttemptError(
          ending.signal.aborted ? ending.signal.reason : error,
        );
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

function observeSockets(
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
function tagTlsErrors(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (!error) return callback(null, socket);
      const fault = toAttemptError(error);
      const isTls = fault.reason === 'other' || fault.reason === 'closed';
      return callback(
        isTls && options.protocol === 'https:'
          ? new AttemptError('tls', fault.message, error)
          : fault,
        null,
      );
    });
}

function firstValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/**
 * The first bytes of a stream. What comes after them is never read: the stream is destroyed, and the
 * connection under it with it. Rejects when the stream breaks off before.
 */
async function readPrefix(stream: Readable, mostBytes: number): Promise<Buffer> {
  // Destroyed before its end, the stream tells an error that nobody waits for.
  stream.on('error', () => {});
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = asBuffer(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size >= mostBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, mostBytes);
}

/**
 * The beginning of bytes that may be anything, as text of at most so many bytes in UTF-8; without
 * NUL, which PostgreSQL cannot store.
 */
function toStorableText(bytes: Buffer, mostBytes: number): string {
  const text = wholeCharacters(bytes.subarray(0, mostBytes)).replaceAll('\0', '\uFFFD');
  return wholeCharacters(Buffer.from(text, 'utf8').subarray(0, mostBytes));
}

/** A character that the cut went through is left out. */
function wholeCharacters(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

/** Streams of sockets give nothing else. */
function asBuffer(chunk: unknown): Buffer {
  if (!(chunk instanceof Uint8Array)) throw new TypeError('The stream does not give bytes.');
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
