import { beaconQueue } from '../analytics/beacon-queue.ts';
import type { Database } from '../db/open.ts';
import { buyLinks } from './buy-links.ts';
import { conversions } from './conversions.ts';
import { partners } from './partners.ts';
import { payouts } from './payouts.ts';
import { type VisitStarterContext, visitStarter } from './visit-starter.ts';
import { visits } from './visits.ts';
import type { Secrets } from '../values/secrets.ts';

export interface AffiliatesContext extends Pick<VisitStarterContext, 'buyTemplateOf'> {
  db: Database;
  now: () => Date;
  newId: (prefix: string) => string;
  /** Secret for signing buy links. */
  secrets: Secrets;
  /** Origin at which clients reach this server, without a trailing slash. */
  publicUrl: string;
}

export type AffiliateServices = ReturnType<typeof affiliates>;

/** The affiliate program: partners, visits, buy links, conversions and payouts. */
export function affiliates({ buyTemplateOf, secrets, publicUrl, ...context }: AffiliatesContext) {
  const { now, newId } = context;
  const partnerService = partners(context);
  const beacons = beaconQueue({ now, newId, secrets });
  const links = buyLinks({ secrets, publicUrl, now });
  return {
    partners: partnerService,
    buyLinks: links,
    visitStarter: visitStarter({ partners: partnerService, buyLinks: links, buyTemplateOf, newId }),
    visits: visits({ ...context, beacons }),
    conversions: conversions({ ...context, beacons }),
    payouts: payouts(context),
    buyTemplateOf,
  };
}
