import type { Client } from '@opensearch-project/opensearch';
import { Failure } from '../../failure.ts';

/** Part of an engine request or response. OpenSearch documents its JSON. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = Record<string, any>;

/** The engine is unreachable or rejected a request. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}

/** Requests to OpenSearch, as JSON over HTTP. */
export interface Engine {
  /** URL without credentials. */
  url: string;
  /** Prefix of the indices' names. */
  prefix: string;
  /** @returns The response body, or null if the path does not exist. */
  request(method: string, path: string, body?: Json | Json[]): Promise<Json | null>;
  close(): Promise<void>;
}

const requestTimeoutMs = 30_000;

/** Prefix of the indices' names if the URL has no path. */
const defaultPrefix = 'svc';

/**
 * Connects on the first request. The client is loaded only then, because most servers have no
 * engine.
 */
export function openEngine(address: string): Engine {
  const { pathname, href, origin } = new URL(address);
  const node = href.slice(0, href.length - pathname.length);
  let opening: Promise<Client> | null = null;
  const open = async (): Promise<Client> => {
    const { Client: EngineClient } = await import('@opensearch-project/opensearch');
    return new EngineClient({ node, maxRetries: 1, requestTimeout: requestTimeoutMs });
  };
  return {
    url: origin,
    prefix: pathname.slice(1) || defaultPrefix,
    async request(method, path, body) {
      const client = await (opening ??= open());
      const content = Array.isArray(body) ? { bulkBody: body } : body && { body };
      try {
        const response = await client.transport.request({ method, path, ...content });
        return response.body as Json;
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw new EngineError(`${method} ${path}: ${messageOf(error)}`, { cause: error });
      }
    },
    async close() {
      await (await opening)?.close();
    },
  };
}

function statusOf(error: unknown): unknown {
  return error instanceof Error && 'statusCode' in error ? error.statusCode : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the failure of a search while the engine is unavailable. */
export function searchUnavailable(cause: unknown): Failure {
  return new Failure(
    'overloaded',
    'The search is not available. Retry after the number of seconds in `Retry-After`.',
    { headers: { 'Retry-After': '5' }, cause },
  );
}
