import type { Visit } from './visits.ts';
import type { BuyLinks } from './buy-links.ts';
import type { Partners } from './partners.ts';

export interface VisitStarterContext {
  partners: Pick<Partners, 'findActive'>;
  buyLinks: Pick<BuyLinks, 'sign'>;
  /** Null where the book is not sold. */
  buyTemplateOf: (
    accountId: string,
    bookId: string,
    deploymentId: string | null,
  ) => Promise<string | null>;
  newId: (prefix: string) => string;
}

/** Who opens a book, by whom, and where. */
export interface VisitRequest {
  accountId: string;
  bookId: string;
  /** The book’s own template, which goes before the deployment’s. */
  bookBuyUrl: string | null;
  /** Code or id of a partner; one who is not known or paused counts as none. */
  affiliate: string | null;
  campaign: string | null;
  sub: string | null;
  deploymentId: string | null;
  /** The publisher’s own opaque name of the reader, where its server told one. */
  readerId: string | null;
  consent: Visit['consent'];
  currency: string | null;
  locale: string | null;
}

/** A reading that begins. */
export interface StartedVisit {
  /** For the session’s grant, and for `visits.impression`. */
  visit: Visit & { readerId: string | null };
  affiliate: {
    id: string;
    code: string;
    campaign: string | null;
    sub: string | null;
    clickId: string;
    windowDays: number;
  } | null;
  /** The address of the buy button; null where the book is not sold. */
  buyUrl: string | null;
}

/** Gives every reading its trace, its partner and its buy link. Nothing is stored. */
export function visitStarter({ partners, buyLinks, buyTemplateOf, newId }: VisitStarterContext) {
  return {
    async start(order: VisitRequest): Promise<StartedVisit> {
      const { accountId, bookId, campaign, sub, deploymentId, consent } = order;
      const partner =
        order.affiliate === null ? null : await partners.findActive(accountId, order.affiliate);
      const isSold =
        order.bookBuyUrl !== null ||
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
        // Before consent nothing of the reader goes into a link, either.
        readerId: consent === 'required' ? null : order.readerId,
        consent,
      };
      const { consent: _, ...shown } = visit;
      const { currency, locale } = order;
      return {
        visit,
        affiliate: partner && { ...partner, campaign, sub, clickId },
        buyUrl: isSold
          ? buyLinks.sign({ ...shown, clickId, chapter: null, currency, locale })
          : null,
      };
    },
  };
}
