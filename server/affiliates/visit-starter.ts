import type { Consent, Visit } from './visits.ts';
import type { BuyLinks } from './buy-links.ts';
import type { Partners } from './partners.ts';

export interface VisitStarterContext {
  partners: Pick<Partners, 'findActive'>;
  buyLinks: Pick<BuyLinks, 'sign'>;
  /** Null if the book is not sold. */
  buyTemplateOf: (
    accountId: string,
    bookId: string,
    deploymentId: string | null,
  ) => Promise<string | null>;
  newId: (prefix: string) => string;
}

/** A request to open a book. */
export interface VisitRequest {
  accountId: string;
  bookId: string;
  /** The book's own template, which takes precedence over the deployment's. */
  bookBuyUrl: string | null;
  /** Code or id of a partner. The server ignores unknown and paused partners. */
  affiliate: string | null;
  campaign: string | null;
  sub: string | null;
  deploymentId: string | null;
  /** The publisher's own opaque id for the reader, if its server provides one. */
  readerId: string | null;
  consent: Consent;
  currency: string | null;
  locale: string | null;
  /** Whether many readers share the buy link because it is part of a cached page. */
  isShared?: boolean;
}

/** A started reading. */
export interface StartedVisit {
  /** Stored in the session's grant and passed to `visits.impression`. */
  visit: Visit & { readerId: string | null };
  affiliate: {
    id: string;
    code: string;
    campaign: string | null;
    sub: string | null;
    clickId: string;
    windowDays: number;
  } | null;
  /** URL of the buy button, or null if the book is not sold. */
  buyUrl: string | null;
}

export type VisitStarter = ReturnType<typeof visitStarter>;

/** Assigns every reading its trace, partner and buy link. Stores nothing. */
export function visitStarter({ partners, buyLinks, buyTemplateOf, newId }: VisitStarterContext) {
  return {
    async start(request: VisitRequest): Promise<StartedVisit> {
      const { accountId, bookId, campaign, sub, deploymentId, consent } = request;
      const partner =
        request.affiliate === null ? null : await partners.findActive(accountId, request.affiliate);
      const isSold =
        request.bookBuyUrl !== null ||
        (deploymentId !== null && (await buyTemplateOf(accountId, bookId, deploymentId)) !== null);
      const clickId = newId('clk');
      const visit = {
        accountId,
        bookId,
        traceId: newId('trc'),
        partnerId: partner?.id ?? null,
        campaign,
        sub,
        deploymentId,
        // Links contain no reader data before consent.
        readerId: consent === 'required' ? null : request.readerId,
        consent,
      };
      const { consent: _, ...linkFields } = visit;
      const { currency, locale } = request;
      return {
        visit,
        affiliate: partner && { ...partner, campaign, sub, clickId },
        buyUrl: isSold
          ? buyLinks.sign({
              ...linkFields,
              clickId: request.isShared ? null : clickId,
              traceId: request.isShared ? null : visit.traceId,
              chapter: null,
              currency,
              locale,
            })
          : null,
      };
    },
  };
}
