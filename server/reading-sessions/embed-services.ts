import type { VisitStarter } from '../affiliates/visit-starter.ts';
import type { Money } from '../values/money.ts';
import type { Deployment } from '../deployments/contract.ts';

/** Converts prices to one currency with one rate table. */
export interface ConvertedPrices {
  /** Returns null if the price's currency has no rate. */
  convert: (price: Money) => Money | null;
  ageSeconds: number;
  stale: boolean;
}

/** Services from other areas that are required to open an embed. */
export interface EmbedServices {
  /** Returns null if the account has no such deployment. */
  findDeployment: (accountId: string, id: string) => Promise<Deployment | null>;
  /** Assigns a visit its trace, affiliate and buy link. */
  startVisit: VisitStarter['start'];
  /** @throws Failure `unknown_currency`. */
  pricesIn: (currency: string) => Promise<ConvertedPrices>;
}
