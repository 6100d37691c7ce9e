import type { RateTable } from './rate-table.ts';

/** An external publisher of exchange rates. */
export interface RateSource {
  readonly name: string;
  /**
   * The newest table of the source, with its format checked.
   *
   * @throws RateSourceError if the table cannot be fetched or parsed.
   */
  fetchTable(signal: AbortSignal): Promise<RateTable>;
}

/** A source failed or returned invalid data. Never caused by the caller of the API. */
export class RateSourceError extends Error {
  override readonly name = 'RateSourceError';
}
