import type { Money } from '../values/money.ts';
import type { Deployment } from '../deployments/contract.ts';
import type { IncomingHttpHeaders } from 'node:http';

/** Prices in a currency, by one table of rates. */
export interface ConvertedPrices {
  /** Null for a price whose own currency has no rate. */
  convert: (price: Money) => Money | null;
  ageSeconds: number;
  stale: boolean;
}

/** What an embed needs of the rest of the server. */
export interface EmbedServices {
  /** Null when there is none of this account. */
  findDeployment: (accountId: string, id: string) => Promise<Deployment | null>;
  /** Trace, partner and buy link of a reading. */
  startVisit: VisitTracking['visitStarter']['start'];
  /** Fails: `unknown_currency`. */
  pricesIn: (currency: string) => Promise<ConvertedPrices>;
}

type Consent = 'required' | 'granted' | null;

/** One reading, for the grant of its session. */
interface Visit {
  accountId: string;
  bookId: string;
  /** Of this reading, and of all it leads to. */
  traceId: string;
  partnerId: string | null;
  campaign: string | null;
  sub: string | null;
  deploymentId: string | null;
  readerId: string | null;
  consent: Consent;
}

/** What the reader has to do with those who bring readers. */
export interface VisitTracking {
  visitStarter: {
    /** Gives a reading its trace, its partner and its buy link. Nothing is stored. */
    start(request: {
      accountId: string;
      bookId: string;
      /** The book’s own template, which goes before the deployment’s. */
      bookBuyUrl: string | null;
      /** Code or id. */
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
      /** Null where the book is not sold. */
      buyUrl: string | null;
    }>;
  };
  visits: {
    /** Keeps that the reader was shown, where it may; by the headers of the request. */
    recordImpression(visit: Visit, headers: IncomingHttpHeaders): Promise<void>;
  };
}
