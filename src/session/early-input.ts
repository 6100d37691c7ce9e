import type { SessionContext, SessionReader } from '../features/feature.ts';
import { fillsWindow } from '../rendition/input/input-owner.ts';

/**
 * Repeats, in order, the requests and key presses that arrived before their handlers had loaded.
 * Includes key presses only if the focus was in the reader, or if no element had the focus and the
 * reader fills the window.
 */
export function replayEarlyInput(
  reader: SessionReader,
  { takeEarlyInput }: Pick<SessionContext, 'takeEarlyInput'>,
): void {
  for (const event of takeEarlyInput()) {
    if (!(event instanceof KeyboardEvent)) {
      reader.dispatchEvent(event);
      continue;
    }
    const target = keyTarget(reader, event);
    // An event cannot be dispatched a second time.
    if (target && !event.defaultPrevented)
      target.dispatchEvent(new KeyboardEvent(event.type, event));
  }
}

function keyTarget(reader: SessionReader, { target }: KeyboardEvent): EventTarget | null {
  if (target === reader)
    return reader.renderRoot.querySelector('svc-page')?.shadowRoot?.firstElementChild ?? null;
  const isUnfocused = target === document.body || target === document.documentElement;
  return isUnfocused && fillsWindow(reader) ? target : null;
}
