import { FullscreenChangeEvent } from '../events/session-events.ts';
import { fillsWindow } from '../rendition/input/input-owner.ts';

/** Controllers of the readers that cover their window. Aborting a controller ends the cover. */
export const covers = new WeakMap<HTMLElement, AbortController>();
/** The last reported state of each reader. */
const reported = new WeakMap<HTMLElement, boolean>();

/** Whether a reader fills the screen or, without the Fullscreen API, the window. */
export function isFullscreen(reader: HTMLElement): boolean {
  return covers.has(reader) || isFullscreenElement(reader);
}

/**
 * Whether a reader can fill the screen. iPhones have no Fullscreen API for elements, so the reader
 * covers the window there. A frame without the `fullscreen` permission can do neither.
 */
export function canFillScreen(reader: HTMLElement): boolean {
  return isFullscreen(reader) || document.fullscreenEnabled || canCoverWindow(reader);
}

/** Dispatches the change event. */
export function reportFullscreen(reader: HTMLElement): void {
  const isFull = isFullscreen(reader);
  if ((reported.get(reader) ?? false) === isFull) return;
  reported.set(reader, isFull);
  reader.dispatchEvent(new FullscreenChangeEvent(isFull));
}

/** Whether the reader itself fills the screen, and not a video in its book. */
export function isFullscreenElement(reader: HTMLElement): boolean {
  const root = reader.getRootNode();
  const element =
    root instanceof Document || root instanceof ShadowRoot ? root.fullscreenElement : null;
  return element === reader && !reader.shadowRoot?.fullscreenElement;
}

/** Covering the window has no effect for a reader that already fills it or that is in a frame. */
export function canCoverWindow(reader: HTMLElement): boolean {
  return window.parent === window && !fillsWindow(reader);
}
