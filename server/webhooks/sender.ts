import { Agent, buildConnector } from 'undici';
import { AttemptError, type AttemptErrorReason, toAttemptError } from './attempt-error.ts';
import { type ResolveHost, resolveHost } from './resolve-host.ts';
import { readRetryAfter } from './retry-schedule.ts';
import { checkTarget, guardedLookup, type TargetRules } from './target-guard.ts';
import type { Readable } from 'node:stream';

/** Outcome of one attempt. `nextAttempt` determines which statuses count as a success. */
export type AttemptOutcome =
  | {
      kind: 'answered';
      status: number;
      durationMs: number;
      /** 0 to 24 hours, or null without a `Retry-After` header. */
      retryAfterMs: number | null;
      /** First 8 KiB of the response body, as text that every database can store. */
      body: string;
    }
  | { kind: 'failed'; reason: AttemptErrorReason; detail: string; durationMs: number };

export interface SenderOptions extends TargetRules {
  /** Defaults to the system's name servers. */
  resolve?: ResolveHost;
  now: () => Date;
  /** Time limit for DNS, TCP and TLS combined. */
  connectTimeoutMs?: number;
  /** Time limit for the whole attempt, including the response body. */
  attemptTimeoutMs?: number;
}

/** Headers of every request. */
export const fixedHeaders = {
  'content-type': 'application/json',
  'user-agent': 'svc-reader-webhooks',
} as const;

export type Sender = ReturnType<typeof sender>;

const maxResponseBytes = 64 * 1024;
const storedResponseBytes = 8 * 1024;
/**
 * Idle connections are closed after this time. It is shorter than the timeouts of common servers
 * (from 2 s), so receivers do not close a connection while a request is sent on it.
 */
const maxIdleMs = 1_000;
/** Node's default of 250 ms is too short for distant hosts with several addresses. */
const nextAddressAfterMs = 1_000;

/**
 * Makes single delivery attempts to public addresses only. Follows no redirects, uses no proxy, and
 * limits time and memory.
 */
export function sender({
  resolve = resolveHost(),
  allowLoopback,
  now,
  connectTimeoutMs = 5_000,
  attemptTimeoutMs = 15_000,
}: SenderOptions) {
  const connect = tagTlsErrors(
    buildConnector({
      lookup: guardedLookup(resolve, { allowLoopback }),
      timeout: connectTimeoutMs,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
      // Ignores `NODE_TLS_REJECT_UNAUTHORIZED`.
      rejectUnauthorized: true,
      allowH2: false,
    }),
  );
  const agent = new Agent({
    connect,
    keepAliveTimeout: maxIdleMs,
    keepAliveMaxTimeout: maxIdleMs,
    // `attemptTimeoutMs` is the only time limit.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  let closing: Promise<void> | undefined;

  async function attempt(
    url: string,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ) {
    checkTarget(url, { allowLoopback });
    // Undici would still connect after the abort.
    signal.throwIfAborted();
    const { origin, pathname, search } = new URL(url);
    // Sent only once, because a receiver that closes the connection may have read the event. The
    // next attempt follows on the schedule.
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: {
        ...headers,
        ...fixedHeaders,
      },
      body: Buffer.from(body, 'utf8'),
      signal,
    });
    const bytes = await readPrefix(answer.body, maxResponseBytes);
    return { status: answer.statusCode, headers: answer.headers, bytes };
  }

  return {
    /**
     * Posts a body once. Never rejects. Aborting the `signal` makes the attempt fail with the
     * reason `other`.
     *
     * @param headers - Signature headers. `content-type` and `user-agent` are added.
     * @param body - The signed text, sent as UTF-8.
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
        new AttemptError('timeout', `No complete response within ${attemptTimeoutMs / 1000} s.`);
      const timer = setTimeout(() => ending.abort(late()), attemptTimeoutMs);
      const stop = () => ending.abort(new AttemptError('other', 'The attempt was aborted.'));
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

    /** Waits for attempts in flight, then closes all connections. */
    close: (): Promise<void> => (closing ??= agent.close()),
  };
}

/** Errors between the TCP connection and the request are TLS errors. */
function tagTlsErrors(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (!error) return callback(null, socket);
      const fault = toAttemptError(error);
      const isTls = fault.reason === 'other' || fault.reason === 'closed';
      return callback(
        isTls && options.protocol === 'https:'
          ? new AttemptError('tls', tlsMessage(error, options.hostname), error)
          : fault,
        null,
      );
    });
}

/** Sentences for the receiver's operator, by error code of OpenSSL and Node. */
const certificateFaults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired.',
  CERT_NOT_YET_VALID: 'is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'has an issuer that is not trusted.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has an issuer that is not trusted.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has an unknown issuer, or the server does not send the chain.',
};

function tlsMessage(error: Error, host: string): string {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `The certificate is not valid for ${host}.`;
  const fault = certificateFaults[code];
  return fault ? `The certificate ${fault}` : toAttemptError(error).message;
}

function firstValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/**
 * Reads the first bytes of a stream, and then destroys it and its connection. Rejects if the stream
 * fails before that.
 */
async function readPrefix(stream: Readable, maxBytes: number): Promise<Buffer> {
  // A stream destroyed early emits an error.
  stream.on('error', () => {});
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = asBuffer(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/**
 * Decodes the first bytes as text of at most `maxBytes` UTF-8 bytes. Removes NUL, which PostgreSQL
 * cannot store.
 */
function toStorableText(bytes: Buffer, maxBytes: number): string {
  const text = wholeCharacters(bytes.subarray(0, maxBytes)).replaceAll('\0', '\uFFFD');
  return wholeCharacters(Buffer.from(text, 'utf8').subarray(0, maxBytes));
}

/** Omit a character that is incomplete at the end. */
function wholeCharacters(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

/** Socket streams emit only bytes. */
function asBuffer(chunk: unknown): Buffer {
  if (!(chunk instanceof Uint8Array))
    throw new TypeError('The stream emitted a chunk that is not bytes.');
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
