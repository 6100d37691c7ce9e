interface Money {
  amount: string;
  currency: string;
}

/** The book as an offer for sale. */
export interface PurchaseOffer {
  bookId: string;
  title: string;
  /** BCP 47 tag of the title. */
  language: string;
  coverUrl: string | null;
  price: Money | null;
  /**
   * Price in the reader's currency, or null if the currency is the same or no rate is available.
   */
  converted: Money | null;
  /** Time of the exchange rates in milliseconds since 1970, or null if none were used. */
  rateAtMs: number | null;
  /** Shop URL, or null if the host page sells the book itself or the book is not for sale. */
  buyUrl: string | null;
  clickId: string | null;
  traceId: string | null;
  affiliate: { id: string; code: string; campaign: string | null; sub: string | null } | null;
}

/** The parts of an embed response used to create an offer. */
export interface PurchaseOfferSource {
  book: { id: string; title: string; languages: string[]; cover?: { url: string } | null };
  purchase?: {
    price: Money | null;
    converted: Money | null;
    rateAgeSeconds: number | null;
    buyUrl: string | null;
  } | null;
  traceId?: string;
  affiliate?: (NonNullable<PurchaseOffer['affiliate']> & { clickId: string }) | null;
}

/** @param openedAtMs - Time of the response, used to compute the age of the rates. */
export function createPurchaseOffer(
  source: PurchaseOfferSource,
  openedAtMs: number,
): PurchaseOffer {
  const { book, purchase, traceId = null, affiliate } = source;
  const { price = null, converted = null, rateAgeSeconds = null } = purchase ?? {};
  const isConverted = converted !== null && converted.currency !== price?.currency;
  return {
    bookId: book.id,
    title: book.title,
    language: book.languages[0] ?? '',
    coverUrl: book.cover?.url ?? null,
    price,
    converted: isConverted ? converted : null,
    rateAtMs: isConverted && rateAgeSeconds !== null ? openedAtMs - rateAgeSeconds * 1000 : null,
    buyUrl: toWebUrl(purchase?.buyUrl ?? null),
    clickId: affiliate?.clickId ?? null,
    traceId,
    affiliate: affiliate
      ? {
          id: affiliate.id,
          code: affiliate.code,
          campaign: affiliate.campaign,
          sub: affiliate.sub,
        }
      : null,
  };
}

/** Accepts only HTTP(S) URLs, because links run in the context of the host page. */
export function toWebUrl(address: string | null | undefined): string | null {
  return address && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
}
