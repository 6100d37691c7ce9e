import { afterFrame } from '../rendition/scheduling.ts';
import type { SectionView } from '../rendition/section/section-view.ts';
import { pagePrintSheet, readerPrintSheet, sectionPrintSheet } from '../rendition/print-styles.ts';
import type { BookSession, SessionReader } from '../features/feature.ts';

/**
 * When the page around is printed, the section on screen is printed in it whole, as far as it may be
 * read. Until the signal is raised.
 */
export function startPrintSupport(
  reader: SessionReader,
  { page }: BookSession,
  signal: AbortSignal,
): void {
  adoptSheet(reader.renderRoot, readerPrintSheet, signal);
  adoptSheet(page.shadowRoot, pagePrintSheet, signal);
  let printed: SectionView | undefined;
  const choose = () => {
    if (signal.aborted) return;
    const current = page.rendition?.current;
    if (current === printed) return;
    delete printed?.host.dataset.printed;
    printed = current;
    if (!printed) return;
    printed.host.dataset.printed = printed.isFixed ? 'fixed' : '';
  };
  // Before its first layout: later, all of it would be styled anew.
  const dress = ({ host }: SectionView) =>
    host.shadowRoot?.adoptedStyleSheets.push(sectionPrintSheet);
  for (const view of page.rendition?.views.mounted.values() ?? []) dress(view);
  page.addEventListener('svc-page-mount', ({ view }) => dress(view), { signal });
  page.addEventListener('svc-page-move', () => void afterFrame().then(choose), { signal });
  choose();
  // The menu is closed by then: the window waits while it prints.
  reader.addEventListener('svc-print-request', () => requestAnimationFrame(() => print()), {
    signal,
  });
}

function adoptSheet(root: ParentNode | null, sheet: CSSStyleSheet, signal: AbortSignal): void {
  if (!(root instanceof ShadowRoot)) return;
  root.adoptedStyleSheets.push(sheet);
  signal.addEventListener('abort', () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
  });
}
