import type { Settings } from '../../state/settings.ts';
import type { SectionView } from '../section/section-view.ts';
import type { SvcPage } from '../svc-page.ts';
import { hyphenatedLanguage } from './needs-hyphens.ts';

/**
 * Hyphenates justified text, and all text if the user turns hyphenation on, in languages that the browser has no
 * dictionary for. The code loads when a section first needs it.
 */
export function startHyphenation(
  page: SvcPage,
  settings: () => Settings,
  signal: AbortSignal,
): void {
  const { shadowRoot: root } = page;
  const waiting = new AbortController();
  /** The settings with which each section was checked. */
  const checked = new WeakMap<SectionView, Settings>();
  let isLoading = false;

  page.addEventListener('svc-page-move', start, {
    signal: AbortSignal.any([signal, waiting.signal]),
  });
  void start();

  async function start(): Promise<void> {
    if (!root) return;
    const current = settings();
    const unchecked = [...(page.rendition?.views.mounted.values() ?? [])].filter(
      (view) => !view.isFixed && checked.get(view) !== current,
    );
    const isNeeded = unchecked.some((view) => {
      checked.set(view, current);
      const languageOf = hyphenatedLanguage(view, current, root);
      return view.text.runs.some((run) => languageOf(run) !== null);
    });
    if (!isNeeded || isLoading) return;
    isLoading = true;
    // For tests, which read the text afterwards.
    page.toggleAttribute('hyphenating', true);
    // If it fails to load, the next section tries again.
    const module = await import('./hyphenate-pages.ts').catch(() => null);
    isLoading = false;
    page.removeAttribute('hyphenating');
    if (!module || signal.aborted) return;
    waiting.abort();
    module.hyphenatePages(page, settings, signal);
  }
}
