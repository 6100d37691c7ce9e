import type { IncomingHttpHeaders } from 'node:http';

type Consent = 'required' | 'granted' | null;

/** One reading, for the grant of its session. */
interface Reading {
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
export interface ReaderPartnering {
  arrivals: {
    /** Gives a reading its trace, its partner and its buy link. Nothing is stored. */
    open(order: {
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
      reading: Reading;
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
    impression(reading: Reading, headers: IncomingHttpHeaders): Promise<void>;
  };
}
