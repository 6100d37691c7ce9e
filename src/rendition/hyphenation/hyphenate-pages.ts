import type { HyphenationLanguage } from '../../../shared/hyphenation.ts';
import { hasUserStyles, type Settings } from '../../state/settings.ts';
import { readText } from '../section/read-text.ts';
import type { SectionView } from '../section/section-view.ts';
import { rangeOf } from '../section/text-range.ts';
import { selectedText } from '../selection.ts';
import type { SvcPage } from '../svc-page.ts';
import { loadPatterns } from './load-patterns.ts';
import { hyphenatedLanguage } from './needs-hyphens.ts';
import type { Hyphenate } from './parse-patterns.ts';
import { insertSoftHyphens, removeSoftHyphens, softHyphen } from './soft-hyphens.ts';

/** Hyphenates the sections of the open book, and keeps copied text free of the inserted soft hyphens. */
export function hyphenatePages(page: SvcPage, settings: () => Settings, signal: AbortSignal): void {
  /** Function of each language, or null while its patterns load. */
  const hyphenators = new Map<HyphenationLanguage, Hyphenate | null>();
  /** The settings with which each section was hyphenated. */
  const checked = new WeakMap<SectionView, Settings>();
  const { shadowRoot: root } = page;

  page.addEventListener(
    'svc-page-mount',
    ({ view }) => {
      // Before the first layout, only the book's own styles apply.
      if (hasUserStyles(settings())) checked.delete(view);
      else hyphenate(view);
    },
    { signal },
  );
  page.addEventListener('svc-page-move', hyphenateAll, { signal });
  page.addEventListener('copy', (event) => copyWithoutHyphens(event, page), { signal });
  hyphenateAll();

  function hyphenateAll(): void {
    const changed = [...(page.rendition?.views.mounted.values() ?? [])].filter(
      (view) => checked.get(view) !== settings() && hyphenate(view),
    );
    if (changed.length > 0) page.relayout();
  }

  /** Returns whether the section's text has changed. */
  function hyphenate(view: SectionView): boolean {
    if (view.isFixed || !root) return false;
    const current = settings();
    const before = checked.get(view) ?? current;
    checked.set(view, current);
    const isRemoved = before.hyphens !== current.hyphens && removeSoftHyphens(view.text);
    const languageOf = hyphenatedLanguage(view, current, root);
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
    page.toggleAttribute('hyphenating', true);
    const loaded = await loadPatterns(address, language).catch(() => null);
    page.removeAttribute('hyphenating');
    if (signal.aborted) return;
    if (loaded) hyphenators.set(language, loaded);
    // The next section tries again.
    else hyphenators.delete(language);
    if (!loaded) return;
    for (const view of page.rendition?.views.mounted.values() ?? []) checked.delete(view);
    hyphenateAll();
  }
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
