import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredBook } from '../books/stored-book.ts';
import type { StoredDeployment } from '../deployments/stored-deployment.ts';
import type { Caller } from '../http/caller.ts';
import { renderBookPage } from './book-page.ts';
import type { PageUrls, PageEmbed, VisitQuery } from './contract.ts';
import type { HtmlPage } from './html.ts';
import { sectionName } from './page-urls.ts';
import { rebaseUrls } from './rebase-urls.ts';
import { localeForRequest, sendPage, messagesForRequest } from './send-page.ts';
import type { OpenedPageEmbed, PageServices } from './services.ts';

export interface PageBook {
  id: string;
  title: string;
  /** Whether its account's custom domains also show the book. */
  isOwnPublicBook: boolean;
}

export interface BookPageRequest {
  caller: Caller;
  /** The book, or null if the caller can see no such book. */
  stored: StoredBook | null;
  /** The book's identifier, or `isbn:` followed by its ISBN. */
  book: string;
  deployment: StoredDeployment | null;
  visit: VisitQuery;
  /** The page's origin. */
  origin: string;
  /** Whether the page is on the deployment's own domain. */
  isOwnDomain: boolean;
  /** Returns the URLs of this page and of other sections for a book. */
  urlsOf: (book: PageBook, section: number | string | null) => PageUrls;
}

/**
 * Opens a book and sends the page for one of its sections. The page of a public book is the same
 * for everyone and contains no session, so that browsers, proxies and this server can cache it. Its
 * script opens the session with `openPageVisit`.
 */
export async function sendBookPage(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  page: BookPageRequest,
): Promise<FastifyReply> {
  const { caller, stored, deployment, visit, origin } = page;
  const isShared =
    stored !== null &&
    stored.visibility !== 'private' &&
    caller.kind === 'publishable' &&
    request.headers.authorization === undefined;
  if (!isShared) return sendPersonalPage(services, request, reply, page);
  const { locale } = messagesForRequest(request, null);
  const { id, accountId, revision, serial, versionId } = stored;
  const book = [id, accountId, revision, versionId, serial];
  const reader = [localeForRequest(request, null), locale, page.visit];
  const key = [origin, caller.keyId, caller.allowedOrigins, deployment, book, reader];
  return services.sharedPages.send(request, reply, key, async () => {
    const opened = await services.openEmbed(caller, {
      ...visit,
      book: page.book,
      deployment,
      origin,
      isServedPage: true,
      isShared: true,
    });
    const embed = rebaseUrls(opened.embed, services.publicUrl, origin);
    const { token: _token, expiresAt: _expiresAt, ...session } = embed.session;
    const data = { ...embed, session, traceId: undefined, affiliate: undefined };
    return renderOpened(request, page, opened, embed, data);
  });
}

/** Sends a page with its own session. Such a page must not be cached. */
async function sendPersonalPage(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  page: BookPageRequest,
): Promise<FastifyReply> {
  const opened = await openCounted(services, request, reply, page);
  if (request.method === 'GET') recordImpression(request, reply, opened);
  reply.header('Cache-Control', 'no-store');
  const embed = rebaseUrls(opened.embed, services.publicUrl, page.origin);
  return sendPage(reply, renderOpened(request, page, opened, embed, embed));
}

/**
 * Opens the book with its own session. Private books count toward the key's quota, and public ones
 * toward the limit per IP address.
 */
export async function openCounted(
  { openEmbed, countEmbed, consume }: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, book, deployment, visit, origin }: BookPageRequest,
) {
  if (caller.kind === 'publishable') countEmbed(caller.keyId, request.ip);
  const opened = await openEmbed(caller, {
    ...visit,
    book,
    deployment,
    origin,
    isServedPage: true,
  });
  if (!opened.isPublic) {
    request.receipt = await consume(caller);
    reply.headers(request.receipt.headers);
  }
  return opened;
}

/** Records an impression after the response because the reader must not wait for it. */
export function recordImpression(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenedPageEmbed,
): void {
  reply.raw.once('finish', () => {
    opened
      .recordImpression(request.headers)
      .catch((error: unknown) =>
        request.log.error(
          { event: 'reader.impression_failed', err: error },
          'Failed to record an impression',
        ),
      );
  });
}

/** @param data - The embed as the page's script receives it. */
function renderOpened(
  request: FastifyRequest,
  { caller, deployment, visit, isOwnDomain, urlsOf }: BookPageRequest,
  opened: OpenedPageEmbed,
  embed: PageEmbed,
  data: object,
): HtmlPage {
  const { consent, affiliate, campaign, sub, currency } = visit;
  const { id, title } = embed.book;
  return renderBookPage({
    embed,
    data,
    isSectionReadable: opened.isSectionReadable,
    messages: messagesForRequest(request, embed.locale),
    locale: localeForRequest(request, embed.locale),
    asksForConsent:
      isOwnDomain && deployment?.consent === 'required' && visit.consent !== 'granted',
    isSectionRequested: visit.chapter !== undefined,
    urls: urlsOf(
      { id, title, isOwnPublicBook: opened.isOwnPublicBook },
      canonicalSection(embed, opened.isSectionReadable),
    ),
    attributes: { deployment: deployment?.id, consent, affiliate, campaign, sub, currency },
    frameAncestors: [...new Set([...caller.allowedOrigins, ...(deployment?.frameAncestors ?? [])])],
  });
}

/**
 * Returns the section in the page's canonical URL, or null for the book's first section. Identifies
 * a chapter by its id because its index changes when an earlier chapter is published.
 */
function canonicalSection(
  { first, readingOrder }: PageEmbed,
  isSectionReadable: (section: number) => boolean,
): number | string | null {
  const start = readingOrder.findIndex((_, index) => isSectionReadable(index));
  return first.index === start ? null : sectionName({ readingOrder }, first.index);
}
