import type { ReaderStore } from '../../state/store.ts';
import type { SectionView } from '../section/section-view.ts';
import type { SvcPage } from '../svc-page.ts';
import { canHyphenate } from './can-hyphenate.ts';

/**
 * Hyphenates justified text, and all text if the user turns hyphenation on, in languages that the
 * browser has no dictionary for. The code loads when a section first needs it.
 */
export function startHyphenation(
  _reader: unknown,
  { page, store }: { page: SvcPage; store: ReaderStore },
  signal: AbortSignal,
): void {
  const checked = new WeakSet<SectionView>();
  let isLoaded = false;

  const check = async () => {
    if (isLoaded) return;
    isLoaded = [...(page.rendition?.views.mounted.values() ?? [])].some((view) => {
      if (view.isFixed || checked.has(view)) return false;
      checked.add(view);
      return hasMissingLanguage(view);
    });
    // For tests, which read the text afterwards.
    page.setAttribute('hyphenation', isLoaded ? 'loading' : 'done');
    if (!isLoaded) return;
    // If it fails to load, the next section tries again.
    const module = await import('./hyphenate-pages.ts').catch(() => null);
    isLoaded = module !== null;
    page.setAttribute('hyphenation', 'done');
    if (!signal.aborted) module?.hyphenatePages(page, () => store.state.settings, signal);
  };
  page.addEventListener('svc-page-move', () => void check(), { signal });
  void check();

  function hasMissingLanguage({ root }: SectionView): boolean {
    const elements = [root.closest('[lang]'), ...root.querySelectorAll('[lang]')];
    return elements.some((element) => element && canHyphenate(page, element) === false);
  }
}
