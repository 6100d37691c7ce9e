import type { Panel } from '../state/reader-state.ts';
import type { SessionContext, SessionReader } from '../features/feature.ts';

/**
 * Gives the focus back when a panel closes: to what opened it, or to the page after a jump out of it. The
 * page takes it as well when a control goes that has it. To be called before requests are answered.
 */
export function restoreFocus(
  reader: SessionReader,
  { store, connectedSignal: signal }: SessionContext,
): void {
  let opener: HTMLElement | null = null;
  /** Whether what closes now is left for another place. */
  let isJump = false;
  const onJump = () => {
    isJump = true;
    queueMicrotask(() => (isJump = false));
  };
  reader.addEventListener('svc-go-to-request', onJump, { signal });
  reader.addEventListener('svc-search-request', onJump, { signal });

  const giveBack = async (left: Panel, isAfterJump: boolean) => {
    await reader.updateComplete;
    // Whoever has gone on to a control stays there.
    if (!isFocusOnBody()) return;
    const hasBack = !isAfterJump && left !== 'sample-end';
    if (!hasBack || !(focusOpener(opener) || focusPanelButton(reader, left))) focusPage(reader);
  };
  const unsubscribe = store.subscribe(({ panel }, before) => {
    const left = before.panel;
    if (panel && !left) opener = focusedElement(reader);
    if (panel) return;
    if (!left) void recoverLostFocus(reader);
    // So does whoever is elsewhere in the page.
    else if (reader.matches(':focus-within') || isFocusOnBody()) void giveBack(left, isJump);
  });
  signal.addEventListener('abort', unsubscribe);
}

/** What the focus is on, down to the control; of the pages, they themselves. */
function focusedElement(reader: SessionReader): HTMLElement | null {
  let at = reader.shadowRoot?.activeElement ?? document.activeElement;
  while (at?.shadowRoot?.activeElement && at.localName !== 'svc-page') {
    at = at.shadowRoot.activeElement;
  }
  return at instanceof HTMLElement && at !== document.body ? at : null;
}

function isFocusOnBody(): boolean {
  return document.activeElement === document.body;
}

function focusOpener(opener: HTMLElement | null): boolean {
  opener?.focus({ preventScroll: true });
  return !isFocusOnBody();
}

/** To the button that leads to a panel; false when there is none. */
function focusPanelButton(reader: SessionReader, panel: Panel): boolean {
  return reader.renderRoot.querySelector('svc-toolbar')?.focusButton(panel) ?? false;
}

function focusPage(reader: SessionReader): void {
  reader.renderRoot.querySelector('svc-page')?.focus({ preventScroll: true });
}

/** What has the focus may go with the next rendering, or be out of use. */
async function recoverLostFocus(reader: SessionReader): Promise<void> {
  const at = reader.shadowRoot?.activeElement;
  if (!at || at.localName === 'svc-page') return;
  const control = focusedElement(reader);
  await reader.updateComplete;
  // The controls, too, are as they will be then.
  await new Promise(requestAnimationFrame);
  const isGone = !control?.isConnected || control.matches(':disabled');
  if (isGone && (isFocusOnBody() || focusedElement(reader) === control)) focusPage(reader);
}
