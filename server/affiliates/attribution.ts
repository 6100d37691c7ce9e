import type { RefusalReason } from './contract.ts';
import { clockSkewMs, dayMs } from '../values/time.ts';

export interface Click {
  id: string;
  traceId: string;
  /** Null if no partner referred the reader. */
  partnerId: string | null;
  bookId: string;
  campaign: string | null;
  sub: string | null;
  chapter: string | null;
  readerId: string | null;
  createdAt: string;
}

export interface PartnerTerms {
  windowDays: number;
  maxConversionsPerClick: number;
  state: 'active' | 'paused';
  ownReaderIds: readonly string[];
}

/**
 * Returns why a sale earns no commission for the click's partner, or null if it earns one.
 *
 * @param earlierOrders - Orders for which the click already earned a commission.
 */
export function refusalReason(
  click: Pick<Click, 'createdAt' | 'readerId'>,
  partner: PartnerTerms,
  sale: { occurredAt: string; readerId: string | null; orderId: string },
  earlierOrders: ReadonlySet<string>,
): RefusalReason | null {
  if (partner.state === 'paused') return 'partner_paused';
  const readers = [sale.readerId, click.readerId];
  if (readers.some((id) => id !== null && partner.ownReaderIds.includes(id))) {
    return 'self_referral';
  }
  const afterMs = Date.parse(sale.occurredAt) - Date.parse(click.createdAt);
  const isWithin = afterMs >= -clockSkewMs && afterMs <= partner.windowDays * dayMs;
  if (!isWithin) return 'outside_window';
  // Each book of an order earns a commission. No two sales of an order are for the same book.
  const isUsed =
    !earlierOrders.has(sale.orderId) && earlierOrders.size >= partner.maxConversionsPerClick;
  return isUsed ? 'click_used' : null;
}
