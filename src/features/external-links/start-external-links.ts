import type { SessionReader, BookSession } from '../feature.ts';
import { withTimeout } from '../../ui/lazy-views.ts';
import { showLoadFailure } from '../../ui/load-failure.ts';

/** Asks for confirmation before an external link is opened, until the signal is aborted. */
export function startExternalLinks(
  reader: SessionReader,
  { page, messages, store }: BookSession,
  signal: AbortSignal,
): void {
  let close: (() => void) | null = null;
  reader.addEventListener(
    'svc-leave-request',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      void confirm(event.href, event.link);
    },
    { signal },
  );
  signal.addEventListener('abort', () => close?.());

  async function confirm(href: string, link: Element): Promise<void> {
    const module = await withTimeout(import('./svc-external-link-dialog.ts')).catch(
      (reason: unknown) => showLoadFailure(store, reason, signal, () => void confirm(href, link)),
    );
    const text = messages();
    if (signal.aborted || !text || !module) return;
    close?.();
    close = module.showExternalLinkDialog(reader, { href, link, text }, () => page.focus());
  }
}
