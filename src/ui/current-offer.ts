import type { Embed } from '../../server/reading-sessions/contract.ts';
import { createPurchaseOffer, type PurchaseOffer } from '../state/purchase-offer.ts';
import type { ReaderState } from '../state/reader-state.ts';
import { reportedChapter } from '../state/reported-chapter.ts';

/** Approximate time of each response, used to compute the age of its exchange rates. */
const receivedAtMs = new WeakMap<Embed, number>();

/** The offer to buy the open book, with the chapter on screen as the source of the purchase. */
export function currentOffer(embed: Embed, state: ReaderState): PurchaseOffer {
  const atMs = receivedAtMs.get(embed) ?? Date.now();
  receivedAtMs.set(embed, atMs);
  const offer = createPurchaseOffer(embed, atMs);
  const chapter = reportedChapter(state);
  if (!offer.buyUrl || !chapter) return offer;
  // Attribute the purchase to the chapter on screen.
  const address = new URL(offer.buyUrl);
  address.searchParams.set('chapter', chapter);
  return { ...offer, buyUrl: address.href };
}
