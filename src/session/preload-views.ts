import { whenIdle } from '../rendition/scheduling.ts';

/** A network connection, in browsers that describe it. */
interface Connection {
  saveData?: boolean;
}

/**
 * Loads the panels and pop-ups, so that they open at once and also after the network is lost. Does nothing without a
 * network, or if the user saves data: then each loads when it first opens.
 */
export function preloadViews(signal: AbortSignal): void {
  if (signal.aborted || !navigator.onLine || connection().saveData) return;
  const cancel = whenIdle(() => {
    // One module of each file; see `scripts/chunks.js`.
    const files = [import('../ui/panels/svc-menu.ts'), import('../ui/svc-snackbar.ts')];
    // What fails to load is loaded again when it is needed.
    for (const file of files) file.catch(() => null);
  });
  signal.addEventListener('abort', cancel);
}

function connection(): Connection {
  return 'connection' in navigator ? Object(navigator.connection) : {};
}
