import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredDeployment } from '../deployments/stored-deployment.ts';
import type { Caller } from '../http/caller.ts';
import type { PageUrls, PageEmbed, VisitQuery } from './contract.ts';
import { renderBookPage } from './book-page.ts';
import type { PageServices } from './services.ts';
import { localeForRequest, sendPage, messagesForRequest } from './send-page.ts';

export interface PageBook {
  id: string;
  /** Whether the domains of its account’s deployments show it, too. */
  isOwnPublicBook: boolean;
}

export interface BookPageRequest {
  caller: Caller;
  /** Identifier of the book, or `isbn:` and its ISBN. */
  book: string;
  deployment: StoredDeployment | null;
  visit: VisitQuery;
  /** Origin that the page is at. */
  origin: string;
  /** Where the page and those of other sections are, once the book’s own id is known. */
  urlsOf: (book: PageBook, section: number | null) => PageUrls;
}

/** Opens a book and answers with the page of one of its sections. */
export async function sendBookPage(
  { openEmbed, countEmbed, publicUrl }: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, book, deployment, visit, origin, urlsOf }: BookPageRequest,
): Promise<FastifyReply> {
  if (caller.kind === 'publishable') countEmbed(caller.keyId, request.ip);
  const opened = await openEmbed(caller, {
    ...visit,
    book,
    deployment,
    origin,
  });
  if (request.method === 'GET') {
    // Not before the answer: the reader does not wait for it.
    reply.raw.once('finish', () => {
      opened
        .recordImpression(request.headers)
        .catch((error: unknown) => request.log.error(error, 'an impression is lost'));
    });
  }
  // Every answer is a reading of its own: none is good for a second.
  reply.header('Cache-Control', 'no-store');
  const embed = rebaseUrls(opened.embed, publicUrl, origin);
  const { consent, affiliate, campaign, sub, currency } = visit;
  const page = renderBookPage({
    embed,
    isSectionReadable: opened.isSectionReadable,
    messages: messagesForRequest(request, embed.locale),
    locale: localeForRequest(request, embed.locale),
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

/** The same embed with what the page fetches at the page’s own origin: its policy allows no other. */
function rebaseUrls(embed: PageEmbed, from: string, to: string): PageEmbed {
  if (from === to) return embed;
  const move = (address: string): string =>
    address.startsWith(`${from}/`) ? to + address.slice(from.length) : address;
  const { session, book, purchase, deployment } = embed;
  return {
    ...embed,
    session: { ...session, content: move(session.content) },
    changes: embed.changes && { ...embed.changes, url: move(embed.changes.url) },
    book: { ...book, cover: book.cover && { ...book.cover, url: move(book.cover.url) } },
    purchase: purchase && { ...purchase, buyUrl: purchase.buyUrl && move(purchase.buyUrl) },
    deployment: deployment && {
      ...deployment,
      logo: deployment.logo && { ...deployment.logo, url: move(deployment.logo.url) },
      fonts: deployment.fonts.map((font) => ({ ...font, url: move(font.url) })),
    },
  };
}
