import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import type { components, operations, paths } from './api.ts';

export type { components, operations, paths };
export { ApiError, unwrap } from './unwrap.ts';
export { verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';

/** Schemas of the API, such as `Schemas['Book']`. */
export type Schemas = components['schemas'];

/** An event, as sent to webhooks. `type` determines the type of `data`. */
export type Event = Schemas['Event'];

/** A client of the Digital Publishing API. */
export type Client = FetchClient<paths>;

export interface ClientOptions {
  /** Origin of the server, such as `https://books.example`. */
  url: string;
  /** API key. Not needed for operations without a key. */
  key?: string;
  /** Replaces the global `fetch`, for example to set a time limit. */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * Creates a client. Its methods are named after HTTP methods and take the path of an operation:
 *
 * const api = createClient({ url: 'https://books.example', key }); const { data, error } = await
 * api.GET('/v1/books', { params: { query: { q: 'whale' } } });
 *
 * Error responses do not reject. `error` is then the problem, and `data` is undefined.
 */
export function createClient({ url, key, fetch }: ClientOptions): Client {
  return createFetchClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    ...(key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } }),
    ...(fetch ? { fetch } : {}),
  });
}
