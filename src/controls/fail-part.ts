import { ApiFailure, describeFailure } from '../api/api-failure.ts';
import type { ReaderFailure } from '../reader/state.ts';
import type { ReaderStore } from '../reader/store.ts';
import type { Action } from '../reader/update.ts';

/** Why code that is loaded on first use did not come. */
export function describePartFailure(reason: unknown, atMs: number): ReaderFailure {
  // All that an engine says of a file that did not come.
  const isLost = reason instanceof TypeError;
  return describeFailure(isLost ? new ApiFailure('offline', reason.message) : reason, atMs);
}

/**
 * Takes back what asked for a part of the reader that could not be loaded, and offers to ask again.
 *
 * @param by - `drop`: what takes it back; `again`: what asks for it.
 */
export function failPart(
  store: ReaderStore,
  reason: unknown,
  by: { drop: Action; again: Action },
): void {
  const { drop, again } = by;
  store.dispatch(drop);
  const failure = { ...describePartFailure(reason, Date.now()), again };
  store.dispatch({ type: 'page-failed', failure });
}
