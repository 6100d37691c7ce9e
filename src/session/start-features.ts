import { requestedStates, type BookSession, type SessionReader } from '../features/feature.ts';
import { nextTask } from '../rendition/next-task.ts';
import { whenIdle } from '../rendition/scheduling.ts';
import { controlsDefined } from '../ui/control-templates.ts';
import { withTimeout } from '../ui/lazy-views.ts';
import { showLoadFailure } from '../ui/load-failure.ts';
import { features, type Feature } from './features.ts';
import { onFirstAction, preloadViews } from './preload-views.ts';

/**
 * Returns a function that starts the features that an open book needs and that have not started
 * yet. Features needed for reading start immediately. The others start when the browser is idle or
 * the user acts, so that they do not compete with the text.
 */
export function createFeatureStarter(
  reader: SessionReader,
  book: BookSession,
  signal: AbortSignal,
): () => Promise<void> {
  const started = new Set<Feature>();
  const later = untilIdleOrAction(reader, signal);
  void preloadViews(reader, later, signal);

  const start = async (feature: Feature, loading: ReturnType<Feature['load']>) => {
    // A feature that fails to load is skipped. Reading continues without it.
    const startFeature = await loading.catch(() => null);
    if (!signal.aborted) startFeature?.(reader, book, signal);
  };
  return async () => {
    const needed = features.filter(
      (one) => !started.has(one) && (!one.isNeeded || one.isNeeded(book, reader)),
    );
    for (const one of needed) started.add(one);
    for (const one of needed) if (one.requests) void startLater(reader, book, one, later, signal);
    const early = needed.filter(({ requests }) => !requests);
    // Starts the features in order because some depend on an earlier one.
    const loading = early.map((one) => [one, one.load()] as const);
    for (const [one, load] of loading) await start(one, load);
  };
}

/**
 * Starts a feature when `later` resolves or a request arrives, and repeats the requests that
 * arrived earlier.
 */
async function startLater(
  reader: SessionReader,
  book: BookSession,
  { requests = [], load }: Feature,
  later: Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { store } = book;
  while (!signal.aborted) {
    const holding = new AbortController();
    const held: Event[] = [];
    const requested = new Promise<void>((resolve) => {
      for (const name of requests) {
        const hold = (event: Event) => {
          // Another feature may hold the same request and would repeat it too.
          event.stopImmediatePropagation();
          requestedStates.set(event, store.state);
          held.push(event);
          resolve();
        };
        reader.addEventListener(name, hold, { signal: holding.signal });
      }
    });
    await Promise.race([later, requested]);
    later = nextChance(reader, signal);
    let failure: unknown;
    const startFeature = await withTimeout(load()).catch((reason: unknown) => {
      failure = reason;
    });
    // Features that share a file load simultaneously, so start each in a separate task.
    if (held.length === 0) await nextTurn();
    holding.abort();
    if (signal.aborted) return;
    const repeat = () => {
      for (const event of held) reader.dispatchEvent(event);
    };
    if (startFeature) {
      startFeature(reader, book, signal);
      return repeat();
    }
    // Not awaited, so that the next attempt holds all later requests.
    if (held.length > 0) void showLoadFailure(store, failure, signal, repeat);
  }
}

let lastTurn = Promise.resolve();

/** Resolves in a separate task. Calls resolve in order. */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(nextTask);
  return lastTurn;
}

/**
 * Resolves when loading can be retried after a failure: at the next page, or once the network is
 * back.
 */
function nextChance(reader: HTMLElement, signal: AbortSignal): Promise<void> {
  const waiting = new AbortController();
  return new Promise((resolve) => {
    const end = () => {
      waiting.abort();
      resolve();
    };
    const options = { signal: waiting.signal };
    addEventListener('online', end, options);
    reader.addEventListener('svc-page-change', end, options);
    signal.addEventListener('abort', end, options);
  });
}

/**
 * Resolves when the browser is idle after the controls are shown, or at the user's first action.
 */
async function untilIdleOrAction(reader: SessionReader, signal: AbortSignal): Promise<void> {
  const acting = new AbortController();
  const acted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { signal: acting.signal });
    onFirstAction(reader, resolve, acting.signal);
  });
  const idle = async () => {
    await controlsDefined();
    await new Promise<void>((resolve) => whenIdle(resolve));
  };
  await Promise.race([idle(), acted]);
  acting.abort();
}
