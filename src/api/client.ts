import type { Embed, SectionContent } from '../../server/reading-sessions/contract.ts';
import { ApiFailure } from './api-failure.ts';
import { parseEmbed, parseSection, parseSession } from './parse-responses.ts';

/** A reading session: a token of 15 minutes and where the book lies. */
export type ReaderSession = Embed['session'];

export interface EmbedRequest {
  book: string;
  /** Index of the section to send along, or id of the chapter. */
  chapter?: number | string;
  /** Place in it up to which it is needed at once, if it is long. */
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
 * The reader's part of the API, one method per call. Each rejects with `ApiFailure`, or with the
 * `AbortError` of the signal.
 */
export interface ReaderClient {
  /** A publishable key, or a token of a reader's access. */
  credential: string;
  /** Address of the API. */
  readonly api: string;
  /** GET /v1/reader/embed: opens a reading session. */
  embed(request: EmbedRequest, signal?: AbortSignal): Promise<Embed>;
  /** GET {content}/{path} → the section there. */
  section(session: ReaderSession, path: string, signal?: AbortSignal): Promise<SectionContent>;
  /** GET {content}/styles/{id} → CSS text */
  styleSheet(session: ReaderSession, id: string, signal?: AbortSignal): Promise<string>;
  /** POST {content}/session: a fresh token for the same reading. */
  refresh(session: ReaderSession, signal?: AbortSignal): Promise<ReaderSession>;
}

export interface ClientOptions {
  /** Address of the API; the origin of this script unless set. */
  api?: string;
  /** What it begins with; see `ReaderClient`. */
  credential: string;
  fetch?: typeof fetch;
  /** What is kept of an answer that the network does not bring; null for nothing. */
  offlineResponse?: (address: string) => Promise<Response | null>;
}

/** Most readers never see one: what a refusal says is read by code of its own. */
async function failureFrom(response: Response): Promise<ApiFailure> {
  return (await import('./failed-requests.ts')).parseFailure(response);
}

export function createClient(options: ClientOptions): ReaderClient {
  const { credential, fetch = globalThis.fetch } = options;
  const api = options.api
    ? new URL(options.api, location.href).href.replace(/\/+$/, '')
    : new URL(import.meta.url).origin;
  const ask = async (url: string, token: string | null, init: RequestInit = {}) => {
    const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
    let response: Response;
    try {
      response = await fetch(url, { ...init, headers, credentials: 'omit' });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      const kept = await options.offlineResponse?.(url);
      if (!kept) throw new ApiFailure('offline', 'No answer.');
      response = kept;
    }
    if (response.ok) return response;
    throw await failureFrom(response);
  };
  const dataOf = async (response: Response): Promise<unknown> => {
    const body: unknown = await response.json().catch(async () => {
      throw await failureFrom(response);
    });
    return Object(body).data;
  };
  return {
    credential,
    api,
    async embed(request, signal) {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(request)) {
        if (value || value === 0) query.set(name, String(value));
      }
      const address = `${api}/v1/reader/embed?${query}`;
      return parseEmbed(await dataOf(await ask(address, this.credential, { signal })), api);
    },
    async section({ content, token }, path, signal) {
      return parseSection(await dataOf(await ask(`${content}/${path}`, token, { signal })));
    },
    async styleSheet({ content, token }, id, signal) {
      const sheet = await ask(`${content}/styles/${encodeURIComponent(id)}`, token, { signal });
      return sheet.text();
    },
    async refresh({ content, token }, signal) {
      const answer = await ask(`${content}/session`, token, { method: 'POST', signal });
      return parseSession(await dataOf(answer), api);
    },
  };
}
