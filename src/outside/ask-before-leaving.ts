import type { AttendedReader } from '../attend/attend.ts';
import type { AttendedBook } from '../attend/features.ts';
import { takeWaiting } from '../page/input/leave.ts';

/** Asks the person whether a link may lead out of the book, until the signal is raised. */
export function askBeforeLeaving(
  reader: AttendedReader,
  { page, text }: AttendedBook,
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
  const waiting = takeWaiting(page);
  if (waiting) void ask(waiting.href, waiting.link);

  async function ask(href: string, link: Element): Promise<void> {
    const { showLeave } = await import('./show-leave.ts');
    const words = text();
    if (signal.aborted || !words) return;
    close?.();
    close = showLeave(reader, { href, link, text: words }, () => page.focus());
  }
}
