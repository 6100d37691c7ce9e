import type { SessionContext, SessionReader } from '../features/feature.ts';
import { fillsWindow } from '../rendition/input/input-owner.ts';

/**
 * Repeats the requests and key presses that arrived before the code that handles them had loaded, in their order. Key
 * presses count if the focus was in the reader, or nowhere while the reader fills the window.
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
    // A dispatched event loses its target, and cannot be dispatched again.
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
