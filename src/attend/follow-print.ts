import { afterFrame } from '../page/after-frame.ts';
import type { SectionView } from '../page/section-view.ts';
import { printedPages, printedReader, printedSection } from '../page/print-sheets.ts';
import type { AttendedBook } from './features.ts';
import type { AttendedReader } from './attend.ts';

/**
 * When the page around is printed, the section on screen is printed in it whole, as far as it may be
 * read. Until the signal is raised.
 */
export function followPrint(
  reader: AttendedReader,
  { page }: AttendedBook,
  signal: AbortSignal,
): void {
  wear(reader.renderRoot, printedReader, signal);
  wear(page.shadowRoot, printedPages, signal);
  let printed: SectionView | undefined;
  const choose = () => {
    if (signal.aborted) return;
    const current = page.pages?.current;
    if (current === printed) return;
    delete printed?.host.dataset.printed;
    printed = current;
    if (!printed) return;
    printed.host.dataset.printed = printed.isFixed ? 'fixed' : '';
  };
  // Before its first layout: later, all of it would be styled anew.
  const dress = ({ host }: SectionView) => host.shadowRoot?.adoptedStyleSheets.push(printedSection);
  for (const view of page.pages?.views.mounted.values() ?? []) dress(view);
  page.addEventListener('svc-page-mount', ({ view }) => dress(view), { signal });
  page.addEventListener('svc-page-move', () => void afterFrame().then(choose), { signal });
  choose();
  // The menu is closed by then: the window waits while it prints.
  reader.addEventListener('svc-print-request', () => requestAnimationFrame(() => print()), {
    signal,
  });
}

function wear(root: ParentNode | null, sheet: CSSStyleSheet, signal: AbortSignal): void {
  if (!(root instanceof ShadowRoot)) return;
  root.adoptedStyleSheets.push(sheet);
  signal.addEventListener('abort', () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
  });
}
