import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../http/caller.ts';
import type { CheckRights } from '../http/auth-hooks.ts';
import type { QuotaGate } from '../http/quota-hooks.ts';
import type { StoredDeployment } from '../deployments/stored-deployment.ts';
import type { PageEmbed, PageQuery } from './contract.ts';
import type { OpenEmbed } from '../reading-sessions/open-embed.ts';
import type { Visits } from '../affiliates/visits.ts';

/** What a page is asked with, beyond the key. */
export type PageEmbedRequest = Omit<PageQuery, 'key' | 'format' | 'deployment'> & {
  deployment: StoredDeployment | null;
  /** Origin of the page: its session is good there alone. */
  origin: string;
};

/** An embed, and which sections of the book its session may read. */
export interface OpenedPageEmbed {
  embed: PageEmbed;
  isSectionReadable: (section: number) => boolean;
  /** Whether the book is on the account’s own shelf, for everyone. */
  isOwnPublicBook: boolean;
  /** Keeps that the reader was shown, where it may; by the headers of the request. */
  recordImpression: (headers: IncomingHttpHeaders) => Promise<void>;
}

/** All that pages need of the rest of the server. */
export interface PageServices {
  /** Origin that readers reach this server at, without a trailing slash. */
  publicUrl: string;
  /** Fails with a 401. */
  findCaller: (authorization: string | undefined) => Promise<Caller>;
  /** The key with an id. Fails: `key_invalid`, `key_revoked`, `key_expired`. */
  findCallerById: (keyId: string) => Promise<Caller>;
  /** Counts a request without a key against its address. Fails: `too_many_requests`. */
  countAnonymousRequest: (address: string) => void;
  /** Counts an opened book against the address that asks. Fails: `burst`. */
  countEmbed: (keyId: string, address: string) => void;
  consume: QuotaGate['consume'];
  checkRights: CheckRights;
  /** Fails: `book_not_found`. */
  openEmbed: (caller: Caller, asking: PageEmbedRequest) => Promise<OpenedPageEmbed>;
  /** Null when there is none of this account. */
  findDeployment: (accountId: string, id: string) => Promise<StoredDeployment | null>;
  /** The deployment that a host is verified for. */
  findByHost: (host: string) => Promise<StoredDeployment | null>;
}

/** Opens a book for a page, as `GET /v1/reader/embed` does. */
export function pageEmbedOpener(
  openEmbed: OpenEmbed,
  visits: Pick<Visits, 'recordImpression'>,
): PageServices['openEmbed'] {
  return async (caller, { deployment, ...asking }) => {
    const named = deployment ? { ...asking, deployment: deployment.id } : asking;
    const { visit, ...opened } = await openEmbed(caller, named);
    return { ...opened, recordImpression: (headers) => visits.recordImpression(visit, headers) };
  };
}
