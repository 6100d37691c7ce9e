import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../http/caller.ts';
import type { CheckRights } from '../http/auth-hooks.ts';
import type { QuotaGate } from '../http/quota-hooks.ts';
import type { StoredDeployment } from '../deployments/stored-deployment.ts';
import type { PageEmbed, PageQuery } from './contract.ts';
import type { SharedPages } from './shared-pages.ts';
import type { StoredBook } from '../books/stored-book.ts';
import type { Viewer } from '../values/viewer.ts';
import type { OpenEmbed } from '../reading-sessions/open-embed.ts';
import type { Visits } from '../affiliates/visits.ts';

/** Page request parameters without the key. */
export type PageEmbedRequest = Omit<PageQuery, 'key' | 'format' | 'deployment'> & {
  deployment: StoredDeployment | null;
  /** The page's origin. The session is valid only there. */
  origin: string;
  isServedPage: true;
  /** Whether the page is cached for all readers. */
  isShared?: true;
};

/** An opened embed with its session's permissions. */
export interface OpenedPageEmbed {
  embed: PageEmbed & { traceId: string; affiliate: object | null };
  isSectionReadable: (section: number) => boolean;
  /** Whether everyone may see the book. */
  isPublic: boolean;
  /** Whether the book belongs to the account and is public. */
  isOwnPublicBook: boolean;
  /** Records that the reader was shown, if consent and the request headers permit it. */
  recordImpression: (headers: IncomingHttpHeaders) => Promise<void>;
}

/** Services from other areas that pages require. */
export interface PageServices {
  /** Public origin of this server, without a trailing slash. */
  publicUrl: string;
  /** Finds the caller for an `Authorization` header. Fails with a 401. */
  findCaller: (authorization: string | undefined) => Caller | Promise<Caller>;
  /** Finds the caller for a key id. Errors: `key_invalid`, `key_revoked`, `key_expired`. */
  findCallerById: (keyId: string) => Promise<Caller>;
  /** Counts a request without a key by client IP address. Errors: `too_many_requests`. */
  countAnonymousRequest: (address: string) => void;
  /** Counts an opened book by key and client IP address. Errors: `burst`. */
  countEmbed: (keyId: string, address: string) => void;
  /** Renders and caches the pages that are the same for all readers. */
  sharedPages: SharedPages;
  /** Returns a book that the viewer can see, by its id or `isbn:…`, or null if there is none. */
  findBook: (viewer: Viewer, reference: string) => Promise<StoredBook | null>;
  consume: QuotaGate['consume'];
  checkRights: CheckRights;
  /** Errors: `book_not_found`. */
  openEmbed: (caller: Caller, request: PageEmbedRequest) => Promise<OpenedPageEmbed>;
  /** Returns null if the account has no such deployment. */
  findDeployment: (accountId: string, id: string) => Promise<StoredDeployment | null>;
  /** Returns the deployment with this verified custom domain. */
  findByHost: (host: string) => Promise<StoredDeployment | null>;
}

/** Opens a book for a page, as `GET /v1/reader/embed` does. */
export function pageEmbedOpener(
  openEmbed: OpenEmbed,
  visits: Pick<Visits, 'recordImpression'>,
): PageServices['openEmbed'] {
  return async (caller, { deployment, ...request }) => {
    const embedRequest = deployment ? { ...request, deployment: deployment.id } : request;
    const { visit, ...opened } = await openEmbed(caller, embedRequest);
    return { ...opened, recordImpression: (headers) => visits.recordImpression(visit, headers) };
  };
}
