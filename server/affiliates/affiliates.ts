import type { Database } from '../db/open.ts';
import { buyLinks } from './buy-links.ts';
import { conversions } from './conversions.ts';
import { partners } from './partners.ts';
import { payouts } from './payouts.ts';
import { type VisitStarterContext, visitStarter } from './visit-starter.ts';
import { visits } from './visits.ts';

export interface AffiliatesContext extends Pick<VisitStarterContext, 'buyTemplateOf'> {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  /** What buy links are signed with. */
  secret: string;
  /** Origin that clients reach this server at, without a trailing slash. */
  publicUrl: string;
}

export type AffiliateServices = ReturnType<typeof affiliates>;

/** Partners, their links, and what they earn. */
export function affiliates({ buyTemplateOf, secret, publicUrl, ...context }: AffiliatesContext) {
  const { now, newId } = context;
  const ofAccounts = partners(context);
  const links = buyLinks({ secret, publicUrl, now });
  return {
    partners: ofAccounts,
    buyLinks: links,
    visitStarter: visitStarter({ partners: ofAccounts, buyLinks: links, buyTemplateOf, newId }),
    visits: visits(context),
    conversions: conversions(context),
    payouts: payouts(context),
    buyTemplateOf,
  };
}
