import { afterFrame } from '../rendition/scheduling.ts';
import type { SectionView } from '../rendition/section/section-view.ts';
import { pagePrintSheet, readerPrintSheet, sectionPrintSheet } from '../rendition/print-styles.ts';
import type { BookSession, SessionReader } from '../features/feature.ts';

/**
 * Prints the whole section on screen, within the user's license, when the host page is printed.
 * Runs until the signal is aborted.
 */
export function startPrintSupport(
  reader: SessionReader,
  { page }: BookSession,
  signal: AbortSignal,
): void {
  adoptSheet(reader.renderRoot, readerPrintSheet, signal);
  adoptSheet(page.shadowRoot, pagePrintSheet, signal);
  let printed: SectionView | undefined;
  const updatePrinted = () => {
    if (signal.aborted) return;
    const current = page.rendition?.current;
    if (current === printed) return;
    delete printed?.host.dataset.printed;
    printed = current;
    if (!printed) return;
    printed.host.dataset.printed = printed.isFixed ? 'fixed' : '';
  };
  // Add the styles before the first layout, because adding them later would restyle the whole
  // section.
  const addPrintStyles = ({ host }: SectionView) =>
    host.shadowRoot?.adoptedStyleSheets.push(sectionPrintSheet);
  for (const view of page.rendition?.views.mounted.values() ?? []) addPrintStyles(view);
  page.addEventListener('svc-page-mount', ({ view }) => addPrintStyles(view), { signal });
  page.addEventListener('svc-page-move', () => void afterFrame().then(updatePrinted), { signal });
  updatePrinted();
  // Wait for a frame so that the menu closes before the blocking print dialog opens.
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
