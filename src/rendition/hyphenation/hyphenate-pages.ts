import type { HyphenationLanguage } from '../../../shared/hyphenation.ts';
import type { Settings } from '../../state/settings.ts';
import { readText } from '../section/read-text.ts';
import type { SectionView } from '../section/section-view.ts';
import { rangeOf } from '../section/text-range.ts';
import { selectedText } from '../selection.ts';
import type { SvcPage } from '../svc-page.ts';
import { loadPatterns } from './load-patterns.ts';
import { hyphenatedLanguage } from './needs-hyphens.ts';
import type { Hyphenate } from './parse-patterns.ts';
import { insertSoftHyphens, removeSoftHyphens, softHyphen } from './soft-hyphens.ts';

/**
 * Hyphenates the sections of the open book, and keeps copied text free of the inserted soft
 * hyphens.
 */
export function hyphenatePages(page: SvcPage, settings: () => Settings, signal: AbortSignal): void {
  /** Function of each language, or null while its patterns load. */
  const hyphenators = new Map<HyphenationLanguage, Hyphenate | null>();
  /** The settings with which each section was hyphenated. */
  const hyphenated = new WeakMap<SectionView, string>();

  page.addEventListener('svc-page-mount', ({ view }) => hyphenate([view]), { signal });
  page.addEventListener('svc-page-move', () => hyphenateChanged(), { signal });
  page.addEventListener('copy', (event) => copyWithoutHyphens(event, page), { signal });
  hyphenateChanged();

  function hyphenateChanged(): void {
    const views = [...(page.rendition?.views.mounted.values() ?? [])];
    hyphenate(views.filter((view) => hyphenated.get(view) !== settingsKey(settings())));
  }

  function hyphenate(views: readonly SectionView[]): void {
    const changed = views.filter((view) => !view.isFixed && updateHyphens(view));
    // Sections without a layout are laid out next.
    if (changed.some(({ pageLayout }) => pageLayout)) page.relayout();
  }

  /** Returns whether the section's text has changed. */
  function updateHyphens(view: SectionView): boolean {
    const key = settingsKey(settings());
    const isRemoved = (hyphenated.get(view) ?? key) !== key && removeSoftHyphens(view.text);
    hyphenated.set(view, key);
    const languageOf = hyphenatedLanguage(view, settings(), page);
    const isInserted = insertSoftHyphens(view.text, (run) => {
      const language = languageOf(run);
      if (language && !hyphenators.has(language)) void load(language);
      return (language && hyphenators.get(language)) ?? null;
    });
    return isRemoved || isInserted;
  }

  async function load(language: HyphenationLanguage): Promise<void> {
    const address = page.rendition?.views.book.resourceUrl('');
    if (!address) return;
    hyphenators.set(language, null);
    page.setAttribute('hyphenation', 'loading');
    const loaded = await loadPatterns(address, language).catch(() => null);
    if (signal.aborted) return;
    if (loaded) {
      hyphenators.set(language, loaded);
      hyphenate([...(page.rendition?.views.mounted.values() ?? [])]);
    } else {
      // The next section tries again.
      hyphenators.delete(language);
    }
    if (![...hyphenators.values()].includes(null)) page.setAttribute('hyphenation', 'done');
  }
}

/** The settings that determine what is hyphenated. */
function settingsKey({ hyphens, align }: Settings): string {
  return `${hyphens} ${align}`;
}

/** Leaves the soft hyphens out of copied text. */
function copyWithoutHyphens(event: ClipboardEvent, { rendition }: SvcPage): void {
  if (event.defaultPrevented || !event.clipboardData || !rendition) return;
  const selected = selectedText(rendition.views.mounted.values(), null);
  if (!selected) return;
  const { view, start, end } = selected;
  const range = rangeOf(view.text, start, end);
  if (!range?.toString().includes(softHyphen)) return;
  const container = document.createElement('div');
  container.append(range.cloneContents());
  event.clipboardData.setData('text/plain', readText(view.text, start, end));
  event.clipboardData.setData('text/html', container.innerHTML.replaceAll(softHyphen, ''));
  event.preventDefault();
}
