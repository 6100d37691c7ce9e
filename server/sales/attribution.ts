import type { SaleConversion } from '../affiliates/contract.ts';
import type { Queries } from '../db/schema.ts';

/** Attributes sales to the affiliates who referred the buyers. */
export interface SaleAttribution {
  /**
   * Called once for each new sale in its transaction. Returns the trace of the reading that led to
   * it.
   */
  onSale(
    tx: Queries,
    sale: {
      id: string;
      accountId: string;
      orderId: string;
      bookId: string;
      clickId: string | null;
      couponCode: string | null;
      readerId: string | null;
      quantity: number;
      /** Decimal string with all of the currency's minor unit digits. */
      unitPrice: string;
      currency: string;
      occurredAt: string;
      ratesId: string;
    },
  ): Promise<{ traceId: string | null }>;
  /**
   * Called once for each refund in its transaction. `refundedQuantity` is the total of all refunds
   * so far.
   */
  onRefund(
    tx: Queries,
    refund: { id: string; saleId: string; refundedQuantity: number },
  ): Promise<void>;
  /** Returns conversions by sale id, for sales that have one. */
  findBySales(query: Queries, saleIds: readonly string[]): Promise<Map<string, SaleConversion>>;
}

export type FindConversions = SaleAttribution['findBySales'];
