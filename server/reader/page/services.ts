import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../http/caller.ts';
import type { CheckRights } from '../../http/authorize.ts';
import type { QuotaGate } from '../../http/spend-quota.ts';
import type { StoredDeployment } from '../../deployments/stored-deployment.ts';
import type { PageEmbed } from './contract.ts';
import type { PageQuery } from './query.ts';

/** What a page is asked with, beyond the key. */
export type EmbedAsking = Omit<PageQuery, 'key' | 'format' | 'deployment'> & {
  deployment: StoredDeployment | null;
  /** Origin of the page: its session is good there alone. */
  origin: string;
};

/** An embed, and which sections of the book its session may read. */
export interface OpenedEmbed {
  embed: PageEmbed;
  isReadable: (section: number) => boolean;
  /** Whether the book is on the account’s own shelf, for everyone. */
  isOwnPublic: boolean;
  /** Keeps that the reader was shown, where it may; by the headers of the request. */
  countImpression: (headers: IncomingHttpHeaders) => Promise<void>;
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
  countStranger: (address: string) => void;
  /** Counts an opened book against the address that asks. Fails: `burst`. */
  countEmbed: (keyId: string, address: string) => void;
  spend: QuotaGate['spend'];
  checkRights: CheckRights;
  /** Fails: `book_not_found`. */
  openEmbed: (caller: Caller, asking: EmbedAsking) => Promise<OpenedEmbed>;
  /** Null when there is none of this account. */
  findDeployment: (accountId: string, id: string) => Promise<StoredDeployment | null>;
  /** The deployment that a host is verified for. */
  findByHost: (host: string) => Promise<StoredDeployment | null>;
}
