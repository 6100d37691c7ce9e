import type { ReaderStore } from '../state/store.ts';
import { withTimeout } from './lazy-views.ts';
import { showLoadFailure } from './load-failure.ts';
import { covers, isFullscreen, reportFullscreen } from './fullscreen.ts';

/** The members of the reader that full-screen requests need. */
interface FullscreenReader extends HTMLElement {
  requestUpdate(): void;
}

/**
 * Enters or leaves full screen.
 *
 * @param isWanted - Defaults to the opposite of the current state.
 * @param onFail - Called if the code fails to load. The reader then does not change.
 * @returns Whether the reader fills the screen now. Browsers require a click or key press.
 */
export async function toggleFullscreen(
  reader: HTMLElement,
  isWanted = !isFullscreen(reader),
  onFail: (reason: unknown) => void = () => {},
): Promise<boolean> {
  const code = await withTimeout(import('./fill-screen.ts')).catch(onFail);
  if (isWanted !== isFullscreen(reader))
    await (isWanted ? code?.fillScreen(reader) : code?.leaveScreen(reader));
  return isFullscreen(reader);
}

/** Handles full-screen requests and reports changes until the signal is aborted. */
export function handleFullscreen(
  reader: FullscreenReader,
  store: ReaderStore,
  signal: AbortSignal,
): void {
  reader.addEventListener(
    'svc-fullscreen-request',
    (event) =>
      void toggleFullscreen(reader, event.isWanted, (reason) => {
        const retry = () => reader.dispatchEvent(event);
        void showLoadFailure(store, reason, signal, retry);
      }),
    { signal },
  );
  // Uses the document's event, because a reader that is removed while it fills the screen receives
  // no event.
  document.addEventListener('fullscreenchange', () => reportFullscreen(reader), { signal });
  reader.addEventListener('svc-fullscreen-change', () => reader.requestUpdate(), { signal });
  signal.addEventListener('abort', () => covers.get(reader)?.abort());
}
