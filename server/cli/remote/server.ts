import { isIP } from 'node:net';
import type { Command } from 'commander';
import { ApiError, type Client, createClient } from '../../../client/index.ts';
import { UsageError } from '../../config.ts';
import { type Context, credentialsPath, readCredentials } from './credentials.ts';

/** A server that a command uses instead of the local database. */
export interface RemoteServer {
  url: string;
  key: string;
  api: Client;
}

/** Value of `--server` and `SVC_SERVER` that selects the local database. */
const local = 'local';
/** Time limit that also applies to uploads. */
const maxRequestMs = 10 * 60_000;

/**
 * An error response or a connection failure, described for the person at the terminal. Exit code 1.
 */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
}

/**
 * The server selected by `--server`, `SVC_SERVER` or the current context of `svc login`, or null
 * for the local database.
 *
 * @throws UsageError if the selected server has no key.
 */
export function remoteServer(command: Command): RemoteServer | null {
  const selected = selectedServer(command);
  if (selected === local) return null;
  const path = credentialsPath(process.env);
  const { current, contexts } = readCredentials(path);
  const name = selected ?? current;
  if (name === null) return null;
  const key = process.env['SVC_KEY'] || undefined;
  const context = contexts[name] ?? findByUrl(name, contexts, key);
  if (!context) throw new UsageError(missingKey(name, Object.keys(contexts)));
  return connect({ ...context, key: key ?? context.key });
}

/** Like `remoteServer`, for commands that work only on a server. */
export function requireServer(command: Command): RemoteServer {
  const server = remoteServer(command);
  if (server) return server;
  throw new UsageError(
    'This command needs a server. Run svc login URL, or specify one with --server URL and SVC_KEY.',
  );
}

/**
 * Rejects a selected server, for commands that work only on the local database. @throws UsageError
 */
export function requireLocal(command: Command, name: string): void {
  if (remoteServer(command) === null) return;
  throw new UsageError(
    `svc ${name} works only on the server's own machine. Run it there with --server local.`,
  );
}

/** The value of `--server` or `SVC_SERVER`, or null if neither is set. */
export function selectedServer(command: Command): string | null {
  const { server } = command.optsWithGlobals<{ server?: string }>();
  return server || process.env['SVC_SERVER'] || null;
}

/** A server with its client. */
export function connect({ url, key }: Context): RemoteServer {
  const fetchWithLimit = (request: Request) =>
    fetch(request, { signal: AbortSignal.timeout(maxRequestMs) });
  return { url, key, api: createClient({ url, key, fetch: fetchWithLimit }) };
}

/**
 * Runs requests and describes their errors.
 *
 * @throws RemoteError
 */
export async function request<T>({ url }: RemoteServer, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new RemoteError(describe(url, error));
  }
}

/** Returns the origin of a URL typed with or without `https://`. @throws UsageError */
export function parseServerUrl(text: string): string {
  const withScheme = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new UsageError(`Must be a URL such as https://books.example, got "${text}".`);
  }
  if (url.username !== '' || url.pathname !== '/' || url.search !== '') {
    throw new UsageError(`Must be a URL without a path, such as ${url.origin}, got "${text}".`);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new UsageError(`${url.origin} would send the key unencrypted. Use https://${url.host}.`);
  }
  return url.origin;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}

function findByUrl(name: string, contexts: Record<string, Context>, key?: string): Context | null {
  if (!/[.:/]|^localhost$/.test(name)) return null;
  const url = parseServerUrl(name);
  const known = Object.values(contexts).find((context) => context.url === url);
  return known ?? (key === undefined ? null : { url, key });
}

function missingKey(name: string, known: string[]): string {
  const names = known.length > 0 ? ` Known: ${known.join(', ')}.` : '';
  return `There is no key for the server "${name}". Run svc login URL first, or set SVC_KEY.${names}`;
}

const causes: Record<string, string> = {
  ECONNREFUSED: 'nothing accepts connections there',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNRESET: 'the connection was closed',
  ETIMEDOUT: 'the server did not respond in time',
  UND_ERR_CONNECT_TIMEOUT: 'the server did not respond in time',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
};

function describe(url: string, error: unknown): string {
  if (error instanceof ApiError) {
    const { message, code, status, problem, retryAfterSeconds } = error;
    if (!problem) return `${url} responded with ${status}. Is it the URL of an svc-reader server?`;
    if (status === 401) return `${message} Log in again with: svc login ${url}`;
    const wait = retryAfterSeconds === null ? '' : ` Try again in ${retryAfterSeconds} seconds.`;
    return `${message}${wait} (${code})`;
  }
  if (error instanceof SyntaxError) return `${url} is not an svc-reader server.`;
  if (error instanceof Error && error.name === 'TimeoutError')
    return `${url} did not respond in time.`;
  if (!(error instanceof TypeError)) throw error;
  const code = causeOf(error);
  return `${url} is unreachable: ${causes[code] ?? (code || error.message)}. Check the URL and the network.`;
}

function causeOf({ cause }: TypeError): string {
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error && 'code' in first ? String(first.code) : '';
}
