import type { SessionReader, BookSession } from '../feature.ts';
import { takePendingRequest } from '../../rendition/input/external-link.ts';

/** Asks the person whether a link may lead out of the book, until the signal is raised. */
export function startExternalLinks(
  reader: SessionReader,
  { page, messages }: BookSession,
  signal: AbortSignal,
): void {
  let close: (() => void) | null = null;
  reader.addEventListener(
    'svc-leave-request',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      void ask(event.href, event.link);
    },
    { signal },
  );
  signal.addEventListener('abort', () => close?.());
  const waiting = takePendingRequest(page);
  if (waiting) void ask(waiting.href, waiting.link);

  async function ask(href: string, link: Element): Promise<void> {
    const { showExternalLinkDialog: showLeave } = await import('./svc-external-link-dialog.ts');
    const words = messages();
    if (signal.aborted || !words) return;
    close?.();
    close = showLeave(reader, { href, link, text: words }, () => page.focus());
  }
}
