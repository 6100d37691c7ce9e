import { covers, isFullscreen, reportFullscreen } from './fullscreen.ts';

/** The members of the reader that full-screen requests need. */
interface FullscreenReader extends HTMLElement {
  requestUpdate(): void;
}

/**
 * Enters or leaves full screen.
 *
 * @param isWanted - Defaults to the opposite of the current state.
 * @returns Whether the reader fills the screen now. Browsers require a click or key press.
 */
export async function toggleFullscreen(
  reader: HTMLElement,
  isWanted = !isFullscreen(reader),
): Promise<boolean> {
  // If the code fails to load, the reader does not change.
  const code = await import('./fill-screen.ts').catch(() => null);
  if (isWanted !== isFullscreen(reader))
    await (isWanted ? code?.fillScreen(reader) : code?.leaveScreen(reader));
  return isFullscreen(reader);
}

/** Handles full-screen requests and reports changes until the signal is aborted. */
export function handleFullscreen(reader: FullscreenReader, signal: AbortSignal): void {
  reader.addEventListener(
    'svc-fullscreen-request',
    ({ isWanted }) => void toggleFullscreen(reader, isWanted),
    { signal },
  );
  // Uses the document's event, because a reader that is removed while it fills the screen receives
  // no event.
  document.addEventListener('fullscreenchange', () => reportFullscreen(reader), { signal });
  reader.addEventListener('svc-fullscreen-change', () => reader.requestUpdate(), { signal });
  signal.addEventListener('abort', () => covers.get(reader)?.abort());
}
