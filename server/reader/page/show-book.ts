import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredDeployment } from '../../deployments/stored-deployment.ts';
import type { Caller } from '../../http/caller.ts';
import type { PageAddresses, PageEmbed } from './contract.ts';
import type { VisitQuery } from './query.ts';
import { readingPage } from './reading-page.ts';
import type { PageServices } from './services.ts';
import { localeOf, sendPage, wordsOf } from './show-page.ts';

export interface ShownBook {
  id: string;
  /** Whether the domains of its account’s deployments show it, too. */
  isOwnPublic: boolean;
}

export interface BookVisit {
  caller: Caller;
  /** Identifier of the book, or `isbn:` and its ISBN. */
  book: string;
  deployment: StoredDeployment | null;
  visit: VisitQuery;
  /** Origin that the page is at. */
  origin: string;
  /** Where the page and those of other sections are, once the book’s own id is known. */
  addressesOf: (book: ShownBook, section: number | null) => PageAddresses;
}

/** Opens a book and answers with the page of one of its sections. */
export async function showBook(
  { openEmbed, countEmbed, publicUrl }: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, book, deployment, visit, origin, addressesOf }: BookVisit,
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
        .countImpression(request.headers)
        .catch((error: unknown) => request.log.error(error, 'an impression is lost'));
    });
  }
  // Every answer is a reading of its own: none is good for a second.
  reply.header('Cache-Control', 'no-store');
  const embed = movedTo(opened.embed, publicUrl, origin);
  const { consent, affiliate, campaign, sub, currency } = visit;
  const page = readingPage({
    embed,
    isReadable: opened.isReadable,
    words: wordsOf(request, embed.locale),
    locale: localeOf(request, embed.locale),
    isSectionAsked: visit.chapter !== undefined,
    addresses: addressesOf(
      { id: embed.book.id, isOwnPublic: opened.isOwnPublic },
      visit.chapter === undefined ? null : embed.first.index,
    ),
    attributes: { deployment: deployment?.id, consent, affiliate, campaign, sub, currency },
    ancestors: [...new Set([...caller.allowedOrigins, ...(deployment?.frameAncestors ?? [])])],
  });
  return sendPage(reply, page);
}

/** The same embed with what the page fetches at the page’s own origin: its policy allows no other. */
function movedTo(embed: PageEmbed, from: string, to: string): PageEmbed {
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
