import type { Embed, SectionContent } from '../../server/reading-sessions/contract.ts';
import { ApiFailure } from './api-failure.ts';
import { parseEmbed, parseSection, parseSession } from './parse-responses.ts';

/** A reading session, with a token that is valid for 15 minutes and the content URL. */
export type ReaderSession = Embed['session'];

export interface EmbedRequest {
  book: string;
  /** Section index, or chapter id, of the section to include. */
  chapter?: number | string;
  /** Position in the section up to which the text is needed immediately, if the section is long. */
  part?: number | string;
  locale?: string;
  affiliate?: string;
  campaign?: string;
  currency?: string;
  deployment?: string;
  sub?: string;
  consent?: string;
}

/**
 * Client for the reader's part of the API, with one method per request. Each method rejects with
 * `ApiFailure` or with the signal's `AbortError`.
 */
export interface ReaderClient {
  /** A publishable key or an access token. */
  credential: string;
  /** Base URL of the API. */
  readonly api: string;
  /** Opens a reading session with GET /v1/reader/embed. */
  embed(request: EmbedRequest, signal?: AbortSignal): Promise<Embed>;
  /** Fetches the section at a path with GET {content}/{path}. */
  section(session: ReaderSession, path: string, signal?: AbortSignal): Promise<SectionContent>;
  /** Fetches CSS text with GET {content}/styles/{id}. */
  styleSheet(session: ReaderSession, id: string, signal?: AbortSignal): Promise<string>;
  /** Requests a new token for the same reading session with POST {content}/session. */
  refresh(session: ReaderSession, signal?: AbortSignal): Promise<ReaderSession>;
}

export interface ClientOptions {
  /** Base URL of the API. Defaults to this script's origin. */
  api?: string;
  /** Initial credential. See `ReaderClient`. */
  credential: string;
  fetch?: typeof fetch;
  /** Returns a stored response for use when the network fails, or null if there is none. */
  offlineResponse?: (address: string) => Promise<Response | null>;
}

/**
 * Longest wait for a response and its body, in ms. Without a limit, a silently lost connection
 * would cause no error.
 */
const timeoutMs = 15_000;

/** Prefix of a publishable key, which the query can contain. */
const publishable = /^svc_\w+?_pub/;
/**
 * Header for `affiliate`, `campaign` and `sub`, because content blockers block URLs with such
 * words.
 */
const referralNames = /^(af|ca|su)/;

/** Explains a failed request with code that loads on demand, because most readers never need it. */
const explain = (
  ...failed: [url: string, headers: object, api?: string, response?: Response, error?: unknown]
): Promise<ApiFailure> =>
  import('./failed-requests.ts').then(
    (module) => module.explainFailure(...failed),
    () => new ApiFailure('offline', 'No response.'),
  );

export function createClient(options: ClientOptions): ReaderClient {
  const { credential, fetch = globalThis.fetch } = options;
  const api = options.api
    ? new URL(options.api, location.href).href.replace(/(\/v1)?\/*$/, '')
    : new URL(import.meta.url).origin;
  const send = async (
    url: string,
    token: string,
    init: RequestInit = {},
    headers: Record<string, string> = {},
  ) => {
    if (token) headers.Authorization = `Bearer ${token}`;
    let response: Response;
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs)].concat(init.signal ?? []));
    try {
      response = await fetch(url, { ...init, signal, headers, credentials: 'omit' });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      const stored = await options.offlineResponse?.(url);
      if (!stored) throw await explain(url, headers, options.api, undefined, error);
      response = stored;
    }
    if (response.ok) return response;
    throw await explain(url, headers, options.api, response);
  };
  const dataOf = async (response: Response): Promise<unknown> => {
    const body: unknown = await response.json().catch(async (error: unknown) => {
      throw await explain(response.url, {}, options.api, response, error);
    });
    const { data, meta } = Object(body);
    return meta?.warnings ? { ...data, warnings: meta.warnings } : data;
  };
  return {
    credential,
    api,
    async embed(request, signal) {
      const query = new URLSearchParams();
      const referral = new URLSearchParams();
      for (const [name, value] of Object.entries(request)) {
        if (value || value === 0)
          (referralNames.test(name) ? referral : query).set(name, String(value));
      }
      let { credential } = this;
      // Without custom headers, the request needs no preflight request, which would delay the text.
      const headers: Record<string, string> = { Accept: 'application/json' };
      if (publishable.test(credential)) {
        query.set('key', credential);
        credential = '';
      }
      if (`${referral}`) headers['Reader-Referral'] = `${referral}`;
      const address = `${api}/v1/reader/embed?${query}`;
      return parseEmbed(await dataOf(await send(address, credential, { signal }, headers)), api);
    },
    async section({ content, token }, path, signal) {
      return parseSection(await dataOf(await send(`${content}/${path}`, token, { signal })));
    },
    async styleSheet({ content, token }, id, signal) {
      const sheet = await send(`${content}/styles/${encodeURIComponent(id)}`, token, { signal });
      return sheet.text();
    },
    async refresh({ content, token }, signal) {
      const response = await send(`${content}/session`, token, { method: 'POST', signal });
      return parseSession(await dataOf(response), api);
    },
  };
}
