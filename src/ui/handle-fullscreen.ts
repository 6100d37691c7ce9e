import { covers, isFullscreen, reportFullscreen } from './fullscreen.ts';

/** The reader as far as the full screen is concerned. */
interface FullscreenReader extends HTMLElement {
  requestUpdate(): void;
}

/**
 * Fills the screen with the reader, or ends that.
 *
 * @param isWanted - Defaults to the opposite of the current state.
 * @returns Whether the reader fills the screen now. Browsers refuse the full screen without a press or key of the user.
 */
export async function toggleFullscreen(
  reader: HTMLElement,
  isWanted = !isFullscreen(reader),
): Promise<boolean> {
  // If the code fails to load, the reader stays as it is.
  const code = await import('./fill-screen.ts').catch(() => null);
  if (isWanted !== isFullscreen(reader))
    await (isWanted ? code?.fillScreen(reader) : code?.leaveScreen(reader));
  return isFullscreen(reader);
}

/** Handles requests for the full screen and reports its changes until the signal is aborted. */
export function handleFullscreen(reader: FullscreenReader, signal: AbortSignal): void {
  reader.addEventListener(
    'svc-fullscreen-request',
    ({ isWanted }) => void toggleFullscreen(reader, isWanted),
    { signal },
  );
  // Of the document, because a reader that is removed while it fills the screen receives no event.
  document.addEventListener('fullscreenchange', () => reportFullscreen(reader), { signal });
  reader.addEventListener('svc-fullscreen-change', () => reader.requestUpdate(), { signal });
  signal.addEventListener('abort', () => covers.get(reader)?.abort());
}
