import type { Money } from '../books/contract.ts';
import type { Deployment } from '../deployments/contract.ts';
import type { IncomingHttpHeaders } from 'node:http';

/** Converts prices to one currency with one rate table. */
export interface ConvertedPrices {
  /** Null if the price's currency has no rate. */
  convert: (price: Money) => Money | null;
  ageSeconds: number;
  stale: boolean;
}

/** Services of other areas that opening an embed depends on. */
export interface EmbedServices {
  /** Null if the account has no such deployment. */
  findDeployment: (accountId: string, id: string) => Promise<Deployment | null>;
  /** Creates the trace, affiliate attribution and buy link of a visit. */
  startVisit: VisitTracking['visitStarter']['start'];
  /** @throws Failure `unknown_currency`. */
  pricesIn: (currency: string) => Promise<ConvertedPrices>;
}

type Consent = 'required' | 'granted' | null;

/** Attribution of one visit, part of the session grant. */
interface Visit {
  accountId: string;
  bookId: string;
  /** Identifies this visit and every later step, up to a sale. */
  traceId: string;
  partnerId: string | null;
  campaign: string | null;
  sub: string | null;
  deploymentId: string | null;
  readerId: string | null;
  consent: Consent;
}

/** Affiliate attribution and impressions of reading sessions. */
export interface VisitTracking {
  visitStarter: {
    /** Creates the trace, affiliate attribution and buy link of a visit. Stores nothing. */
    start(request: {
      accountId: string;
      bookId: string;
      /** The book's own URL template, which takes precedence over the deployment's. */
      bookBuyUrl: string | null;
      /** Affiliate code or id. */
      affiliate: string | null;
      campaign: string | null;
      sub: string | null;
      deploymentId: string | null;
      readerId: string | null;
      consent: Consent;
      currency: string | null;
      locale: string | null;
    }): Promise<{
      visit: Visit;
      affiliate: {
        id: string;
        code: string;
        campaign: string | null;
        sub: string | null;
        clickId: string;
        windowDays: number;
      } | null;
      /** Null if the book is not sold. */
      buyUrl: string | null;
    }>;
  };
  visits: {
    /** Records that the reader was shown, if consent and the request headers permit it. */
    recordImpression(visit: Visit, headers: IncomingHttpHeaders): Promise<void>;
  };
}
