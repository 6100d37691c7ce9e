import type { RateTable } from './rate-table.ts';

/** An external publisher of exchange rates. */
export interface RateSource {
  readonly name: string;
  /**
   * Returns the source's newest table after checking its format.
   *
   * @throws RateSourceError if the table cannot be fetched or parsed.
   */
  fetchTable(signal: AbortSignal): Promise<RateTable>;
}

/** A source failed or returned invalid data. Never caused by the API's caller. */
export class RateSourceError extends Error {
  override readonly name = 'RateSourceError';
}
