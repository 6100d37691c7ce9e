import type { VisitStarter } from '../affiliates/visit-starter.ts';
import type { Money } from '../values/money.ts';
import type { Deployment } from '../deployments/contract.ts';

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
  /** Assigns a visit its trace, affiliate and buy link. */
  startVisit: VisitStarter['start'];
  /** Fails: `unknown_currency`. */
  pricesIn: (currency: string) => Promise<ConvertedPrices>;
}
