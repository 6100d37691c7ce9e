import { css } from '../rendition/css.ts';
import { canCoverWindow, covers, isFullscreenElement, reportFullscreen } from './fullscreen.ts';

/** Attribute of a reader that covers its page's window. */
const coverAttribute = 'data-svc-fullscreen';

const filledSheet = css(`
  .filled {
    box-sizing: border-box;
    padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom)
      env(safe-area-inset-left);
  }
  :host([data-svc-fullscreen]) {
    position: fixed !important;
    inset: 0 !important;
    z-index: 2147483647 !important;
    inline-size: auto !important;
    block-size: auto !important;
    min-inline-size: 0 !important;
    min-block-size: 0 !important;
    max-inline-size: none !important;
    max-block-size: none !important;
    margin: 0 !important;
    padding: 0 !important;
    border: 0 !important;
    border-radius: 0 !important;
    overflow: clip !important;
    transform: none !important;
  }
`);

/** Enters full screen or, if the browser refuses, covers the window if possible. */
export async function fillScreen(reader: HTMLElement): Promise<void> {
  const sheets = reader.shadowRoot?.adoptedStyleSheets;
  if (!sheets?.includes(filledSheet)) sheets?.push(filledSheet);
  await keepFocus(async () => {
    const isFilled = document.fullscreenEnabled && (await requestFullscreen(reader));
    if (!isFilled && canCoverWindow(reader)) coverWindow(reader);
  });
}

export async function leaveScreen(reader: HTMLElement): Promise<void> {
  await keepFocus(async () => {
    covers.get(reader)?.abort();
    if (isFullscreenElement(reader)) await document.exitFullscreen().catch(() => {});
  });
}

/** Returns false if the browser refuses, for example because there was no key press or click. */
async function requestFullscreen(reader: HTMLElement): Promise<boolean> {
  try {
    await reader.requestFullscreen({ navigationUI: 'hide' });
    return true;
  } catch {
    return false;
  }
}

/** Restores the focus, which some engines drop when the top layer changes. */
async function keepFocus(change: () => Promise<void>): Promise<void> {
  const focused = deepActiveElement();
  await change();
  if (document.activeElement === document.body && focused?.isConnected)
    focused.focus({ preventScroll: true });
}

function deepActiveElement(): HTMLElement | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : null;
}

/**
 * Covers the window. As a popover, the reader is in front of everything, even if an ancestor moves
 * or clips it. Pressing Escape or moving the focus behind the cover ends it.
 */
function coverWindow(reader: HTMLElement): void {
  const covering = new AbortController();
  const { signal } = covering;
  covers.set(reader, covering);
  const isOwnPopover = reader.hasAttribute('popover');
  reader.setAttribute(coverAttribute, '');
  if (!isOwnPopover && 'showPopover' in reader) {
    reader.setAttribute('popover', 'manual');
    reader.showPopover();
  }
  signal.addEventListener('abort', () => {
    covers.delete(reader);
    reader.removeAttribute(coverAttribute);
    if (!isOwnPopover) reader.removeAttribute('popover');
    reportFullscreen(reader);
  });
  const isInside = (event: Event) => event.composedPath().includes(reader);
  addEventListener(
    'keydown',
    (event) => {
      const isUnfocused = event.target === document.body;
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (!isInside(event) && !isUnfocused) return;
      // Prevents a dialog around the reader from closing too.
      event.preventDefault();
      covering.abort();
    },
    { signal },
  );
  document.addEventListener(
    'focusin',
    (event) => {
      // The focus must not be behind the reader. Dialogs of the page are in front of it.
      const isInFront =
        event.target instanceof Element && event.target.closest('dialog, [popover]');
      if (!isInside(event) && !isInFront) covering.abort();
    },
    { signal },
  );
  reportFullscreen(reader);
}
