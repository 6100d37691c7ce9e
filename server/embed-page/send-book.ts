import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredDeployment } from '../deployments/stored-deployment.ts';
import type { Caller } from '../http/caller.ts';
import type { PageUrls, PageEmbed, VisitQuery } from './contract.ts';
import { renderBookPage } from './book-page.ts';
import type { PageServices } from './services.ts';
import { localeForRequest, sendPage, messagesForRequest } from './send-page.ts';

export interface PageBook {
  id: string;
  /** Whether its account's custom domains also show the book. */
  isOwnPublicBook: boolean;
}

export interface BookPageRequest {
  caller: Caller;
  /** The book's identifier, or `isbn:` followed by its ISBN. */
  book: string;
  deployment: StoredDeployment | null;
  visit: VisitQuery;
  /** The page's origin. */
  origin: string;
  /** Whether the page is on the deployment's own domain. */
  isOwnDomain: boolean;
  /** Returns the URLs of this page and of other sections for a book id. */
  urlsOf: (book: PageBook, section: number | null) => PageUrls;
}

/** Opens a book and sends the page for one of its sections. */
export async function sendBookPage(
  { openEmbed, countEmbed, consume, publicUrl }: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, book, deployment, visit, origin, isOwnDomain, urlsOf }: BookPageRequest,
): Promise<FastifyReply> {
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
  if (request.method === 'GET') {
    // Recorded after the response because the reader must not wait for it.
    reply.raw.once('finish', () => {
      opened
        .recordImpression(request.headers)
        .catch((error: unknown) => request.log.error(error, 'Failed to record an impression'));
    });
  }
  // Every response opens a new session and must not be reused.
  reply.header('Cache-Control', 'no-store');
  const embed = rebaseUrls(opened.embed, publicUrl, origin);
  const { consent, affiliate, campaign, sub, currency } = visit;
  const page = renderBookPage({
    embed,
    isSectionReadable: opened.isSectionReadable,
    messages: messagesForRequest(request, embed.locale),
    locale: localeForRequest(request, embed.locale),
    asksForConsent:
      isOwnDomain && deployment?.consent === 'required' && visit.consent !== 'granted',
    isSectionRequested: visit.chapter !== undefined,
    urls: urlsOf(
      { id: embed.book.id, isOwnPublicBook: opened.isOwnPublicBook },
      visit.chapter === undefined ? null : embed.first.index,
    ),
    attributes: { deployment: deployment?.id, consent, affiliate, campaign, sub, currency },
    frameAncestors: [...new Set([...caller.allowedOrigins, ...(deployment?.frameAncestors ?? [])])],
  });
  return sendPage(reply, page);
}

/**
 * Replaces the origin of all URLs that the page fetches because its policy allows only its own
 * origin.
 */
function rebaseUrls(embed: PageEmbed, from: string, to: string): PageEmbed {
  if (from === to) return embed;
  const rebase = (url: string): string =>
    url.startsWith(`${from}/`) ? to + url.slice(from.length) : url;
  const { session, book, purchase, deployment } = embed;
  return {
    ...embed,
    session: { ...session, content: rebase(session.content) },
    changes: embed.changes && { ...embed.changes, url: rebase(embed.changes.url) },
    book: { ...book, cover: book.cover && { ...book.cover, url: rebase(book.cover.url) } },
    purchase: purchase && { ...purchase, buyUrl: purchase.buyUrl && rebase(purchase.buyUrl) },
    deployment: deployment && {
      ...deployment,
      logo: deployment.logo && { ...deployment.logo, url: rebase(deployment.logo.url) },
      fonts: deployment.fonts.map((font) => ({ ...font, url: rebase(font.url) })),
    },
  };
}
