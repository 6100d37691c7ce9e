import type { RateTable } from './rate-table.ts';

/** Somebody outside who publishes rates. */
export interface RateSource {
  readonly name: string;
  /**
   * The newest table that the source has, checked in form.
   *
   * @throws SourceFailure when it cannot be had, whatever the reason.
   */
  fetchTable(signal: AbortSignal): Promise<RateTable>;
}

/** A source did not give what it should; the message says what it gave. Never the fault of a caller. */
export class RateSourceError extends Error {
  override readonly name = 'SourceFailure';
}
