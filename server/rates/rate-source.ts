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
  /** Status of the source's response, if that is the reason. */
  readonly status: number | null;

  constructor(message: string, more: { cause?: unknown; status?: number } = {}) {
    super(message, { cause: more.cause });
    this.status = more.status ?? null;
  }
}
