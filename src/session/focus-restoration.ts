import type { Panel } from '../state/reader-state.ts';
import type { SessionContext, SessionReader } from '../features/feature.ts';

/**
 * Restores focus when a panel closes, either to the control that opened it or, after a jump from
 * the panel, to the page. The page also receives focus when the focused control disappears. Call
 * this before `handleRequests` so that it receives the requests first.
 */
export function restoreFocus(
  reader: SessionReader,
  { store, connectedSignal: signal }: SessionContext,
): void {
  let opener: HTMLElement | null = null;
  /** Whether the panel closes because the user jumped to another position. */
  let isJump = false;
  const onJump = () => {
    isJump = true;
    queueMicrotask(() => (isJump = false));
  };
  reader.addEventListener('svc-go-to-request', onJump, { signal });
  reader.addEventListener('svc-search-request', onJump, { signal });

  const restore = async (closed: Panel, isAfterJump: boolean) => {
    await reader.updateComplete;
    // Do not take focus from a control that the user has moved to.
    if (!isFocusOnBody()) return;
    const usesOpener = !isAfterJump && closed !== 'sample-end';
    if (!usesOpener || !(focusOpener(opener) || focusPanelButton(reader, closed)))
      focusPage(reader);
  };
  const unsubscribe = store.subscribe(({ panel }, previous) => {
    const closed = previous.panel;
    if (panel && !closed) opener = focusedElement(reader);
    if (panel) return;
    if (!closed) void recoverLostFocus(reader);
    // Do not take focus from elements of the host page either.
    else if (reader.matches(':focus-within') || isFocusOnBody()) void restore(closed, isJump);
  });
  signal.addEventListener('abort', unsubscribe);
}

/**
 * The focused control inside nested shadow roots, or `<svc-page>` itself if focus is in its text.
 */
function focusedElement(reader: SessionReader): HTMLElement | null {
  let active = reader.shadowRoot?.activeElement ?? document.activeElement;
  while (active?.shadowRoot?.activeElement && active.localName !== 'svc-page') {
    active = active.shadowRoot.activeElement;
  }
  return active instanceof HTMLElement && active !== document.body ? active : null;
}

function isFocusOnBody(): boolean {
  return document.activeElement === document.body;
}

function focusOpener(opener: HTMLElement | null): boolean {
  opener?.focus({ preventScroll: true });
  return !isFocusOnBody();
}

/** Focuses a panel's toolbar button. Returns false if there is none. */
function focusPanelButton(reader: SessionReader, panel: Panel): boolean {
  return reader.renderRoot.querySelector('svc-toolbar')?.focusButton(panel) ?? false;
}

function focusPage(reader: SessionReader): void {
  reader.renderRoot.querySelector('svc-page')?.focus({ preventScroll: true });
}

/** Moves focus to the page if the next render removes or disables the focused control. */
async function recoverLostFocus(reader: SessionReader): Promise<void> {
  const active = reader.shadowRoot?.activeElement;
  if (!active || active.localName === 'svc-page') return;
  const control = focusedElement(reader);
  await reader.updateComplete;
  // Nested controls render in the next frame.
  await new Promise(requestAnimationFrame);
  const isGone = !control?.isConnected || control.matches(':disabled');
  if (isGone && (isFocusOnBody() || focusedElement(reader) === control)) focusPage(reader);
}
