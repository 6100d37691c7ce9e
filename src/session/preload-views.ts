import { whenIdle } from '../rendition/scheduling.ts';

/** Actions that suggest that the user is about to need more than the text. */
const actions = ['pointerdown', 'keydown', 'focusin'];

/** Calls back at the user's first action in the reader. */
export function onFirstAction(
  reader: HTMLElement,
  callback: () => void,
  signal: AbortSignal,
): void {
  for (const name of actions)
    reader.addEventListener(name, callback, { capture: true, once: true, signal });
}

/** A network connection, in browsers that describe it. */
interface Connection {
  saveData?: boolean;
}

/**
 * Loads the panels when the browser is idle, and the pop-ups and the settings at the first action,
 * so that they open immediately, even after the network is lost. Does nothing without a network or
 * if the user has enabled data saving. In that case, each view loads when it first opens.
 *
 * @param later - Resolves when the reader can be used and the browser is idle.
 */
export async function preloadViews(
  reader: HTMLElement,
  later: Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (connection().saveData) return;
  // One module from each file; see `scripts/chunks.js`.
  const onAction = () => {
    void preload(() => import('../ui/svc-snackbar.ts'));
    void preload(() => import('../ui/panels/svc-settings.ts'));
  };
  onFirstAction(reader, onAction, signal);
  await later;
  await new Promise<void>((resolve) => whenIdle(resolve));
  if (!signal.aborted) await preload(() => import('../ui/panels/svc-menu.ts'));
}

/** Loads a file. After a failure, it is loaded again when it is needed. */
async function preload(load: () => Promise<unknown>): Promise<void> {
  if (navigator.onLine) await load().catch(() => null);
}

function connection(): Connection {
  return 'connection' in navigator ? Object(navigator.connection) : {};
}
