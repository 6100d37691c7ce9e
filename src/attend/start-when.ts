import type { ReaderState } from '../reader/state.ts';
import { describePartFailure } from '../controls/fail-part.ts';
import type { Follow } from './features.ts';

/**
 * A feature that is loaded when the state wants it for the first time.
 *
 * @param wish - What is wanted of it; null for nothing. After a failure another one is waited for, or that the
 *   person tries again.
 */
export function startWhen(
  wish: (state: ReaderState) => object | null,
  load: () => Promise<Follow>,
): Follow {
  return (reader, book, signal) => {
    const { store } = book;
    let isUnderWay = false;
    let failed: object | null = null;
    const unsubscribe = store.subscribe(look);
    signal.addEventListener('abort', unsubscribe);
    look();

    function look(state = store.state, before = state): void {
      if (before.pageFailure && !state.pageFailure) failed = null;
      const wanted = wish(state);
      if (wanted && wanted !== failed && !isUnderWay) void start();
    }

    async function start(): Promise<void> {
      isUnderWay = true;
      try {
        const follow = await load();
        unsubscribe();
        if (!signal.aborted) follow(reader, book, signal);
      } catch (reason) {
        isUnderWay = false;
        failed = wish(store.state);
        if (signal.aborted) return;
        const failure = await describePartFailure(reason, Date.now());
        if (!signal.aborted) store.dispatch({ type: 'page-failed', failure });
      }
    }
  };
}
