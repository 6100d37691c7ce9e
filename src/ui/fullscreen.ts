import { FullscreenChangeEvent } from '../events/session-events.ts';
import { fillsWindow } from '../rendition/input/input-owner.ts';

/** The reader as far as the full screen is concerned. */
interface FullscreenReader extends HTMLElement {
  requestUpdate(): void;
}

/** Marks a reader that covers the window of its page, for `controlled-shell-styles.ts`. */
const coverAttribute = 'data-svc-fullscreen';

/** Functions that end the cover, by reader. */
const covers = new WeakMap<HTMLElement, AbortController>();
/** The state that was last reported, by reader. */
const reported = new WeakMap<HTMLElement, boolean>();

/** Whether a reader fills the screen or, without the Fullscreen API, the window. */
export function isFullscreen(reader: HTMLElement): boolean {
  return covers.has(reader) || isFullscreenElement(reader);
}

/**
 * Whether a reader can fill the screen. iPhones have no Fullscreen API for elements: there, the reader covers the
 * window. A frame without the permission `fullscreen` can do neither.
 */
export function canFillScreen(reader: HTMLElement): boolean {
  return isFullscreen(reader) || isFullscreenEnabled() || canCoverWindow(reader);
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
  if (isWanted === isFullscreen(reader)) return isWanted;
  const focused = deepActiveElement();
  if (!isWanted) await leave(reader);
  else if (!(isFullscreenEnabled() && (await fillScreen(reader))) && canCoverWindow(reader))
    coverWindow(reader);
  // Some engines drop the focus when the top layer changes.
  if (document.activeElement === document.body && focused?.isConnected)
    focused.focus({ preventScroll: true });
  return isFullscreen(reader);
}

/** Handles requests for the full screen and reports its changes until the signal is aborted. */
export function handleFullscreen(reader: FullscreenReader, signal: AbortSignal): void {
  reported.set(reader, isFullscreen(reader));
  reader.addEventListener(
    'svc-fullscreen-request',
    ({ isWanted }) => void toggleFullscreen(reader, isWanted),
    { signal },
  );
  // Of the document, because a reader that is removed while it fills the screen receives no event.
  document.addEventListener('fullscreenchange', () => report(reader), { signal });
  reader.addEventListener('svc-fullscreen-change', () => reader.requestUpdate(), { signal });
  signal.addEventListener('abort', () => covers.get(reader)?.abort());
}

function report(reader: HTMLElement): void {
  const isFull = isFullscreen(reader);
  if (reported.get(reader) === isFull) return;
  reported.set(reader, isFull);
  reader.dispatchEvent(new FullscreenChangeEvent(isFull));
}

function isFullscreenEnabled(): boolean {
  return document.fullscreenEnabled && 'requestFullscreen' in HTMLElement.prototype;
}

/** Whether the reader itself, and not a video in its book, is the element that fills the screen. */
function isFullscreenElement(reader: HTMLElement): boolean {
  const root = reader.getRootNode();
  const element =
    root instanceof Document || root instanceof ShadowRoot ? root.fullscreenElement : null;
  return element === reader && !reader.shadowRoot?.fullscreenElement;
}

/** A reader that fills its window already gains nothing, and neither does one in a frame. */
function canCoverWindow(reader: HTMLElement): boolean {
  return window.parent === window && !fillsWindow(reader);
}

/** Returns false if the browser refuses, for example because the user pressed nothing. */
async function fillScreen(reader: HTMLElement): Promise<boolean> {
  try {
    await reader.requestFullscreen({ navigationUI: 'hide' });
    return true;
  } catch {
    return false;
  }
}

/** Covers the window. As a popover, the reader is in front of everything, even if a box around it moves or clips it. */
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
    report(reader);
  });
  const isInside = (event: Event) => event.composedPath().includes(reader);
  addEventListener(
    'keydown',
    (event) => {
      const isUnfocused = event.target === document.body;
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (!isInside(event) && !isUnfocused) return;
      // Prevents a dialog around the reader from closing as well.
      event.preventDefault();
      covering.abort();
    },
    { signal },
  );
  document.addEventListener(
    'focusin',
    (event) => {
      // The focus must not be behind the cover. Dialogs of the page are in front of it.
      const isInFront =
        event.target instanceof Element && event.target.closest('dialog, [popover]');
      if (!isInside(event) && !isInFront) covering.abort();
    },
    { signal },
  );
  report(reader);
}

async function leave(reader: HTMLElement): Promise<void> {
  covers.get(reader)?.abort();
  if (isFullscreenElement(reader)) await document.exitFullscreen().catch(() => {});
}

function deepActiveElement(): HTMLElement | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : null;
}
