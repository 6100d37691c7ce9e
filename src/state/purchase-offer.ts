interface Money {
  amount: string;
  currency: string;
}

/** What the reader may buy. */
export interface PurchaseOffer {
  bookId: string;
  title: string;
  /** BCP 47 tag of the title. */
  language: string;
  coverUrl: string | null;
  price: Money | null;
  /** The price in the reader’s own currency; null when it is the same, or no rate is known. */
  converted: Money | null;
  /** Milliseconds since 1970 of the rates; null when none were used. */
  rateAtMs: number | null;
  /** Null: the page sells the book itself, or nobody does. */
  buyUrl: string | null;
  clickId: string | null;
  traceId: string | null;
  affiliate: { id: string; code: string; campaign: string | null; sub: string | null } | null;
}

/** What an offer is made of; an answer of `/v1/reader/embed` has it. */
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

/** @param openedAtMs - When the answer came: the age of its rates counts from there. */
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

/** An address that a link may lead to: it stands on the publisher’s own page. */
export function toWebUrl(address: string | null | undefined): string | null {
  return address && /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
}
