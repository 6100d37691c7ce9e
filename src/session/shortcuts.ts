import { isKnownPanel } from '../ui/panels/known-panels.ts';
import { parseControls, type VisibleControls } from '../ui/visible-controls.ts';
import { BookmarkRequestEvent, PanelRequestEvent } from '../events/request-events.ts';
import type { Panel } from '../state/reader-state.ts';
import type { StartFeature } from '../features/feature.ts';

/** Panels by their letters; `?` needs any of the controls. */
const panelsByKey: Readonly<Record<string, [Panel, keyof VisibleControls | null]>> = {
  t: ['contents', 'contents'],
  s: ['search', 'search'],
  '/': ['search', 'search'],
  m: ['menu', 'menu'],
  '?': ['help', null],
};

const editableSelector = 'input:not([type=range]), textarea, select, [contenteditable]';

/** Single letters open panels while the focus is in the reader; the person can turn them off. */
export const startShortcuts: StartFeature = (reader, { store, embed }, signal) => {
  reader.addEventListener(
    'keydown',
    (event) => {
      const path = event.composedPath();
      // To the page around it would look as if nothing were typed into.
      if (isLetter(event) && path.some(isEditable)) event.stopPropagation();
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const { panel, settings } = store.state;
      if (event.key === 'Escape') {
        if (panel === null || panel === 'sample-end') return;
        event.preventDefault();
        event.stopPropagation();
        ask(new PanelRequestEvent(null));
        return;
      }
      if (!settings.shortcuts || event.isComposing || path.some(handlesLetters)) return;
      const parts = parseControls(reader.controls, embed.deployment?.features);
      const key = event.key.toLowerCase();
      if (key === 'b' && parts.marks) ask(new BookmarkRequestEvent());
      else {
        const [wanted, part] = panelsByKey[key] ?? [];
        const isThere = part ? parts[part] : Object.values(parts).includes(true);
        if (!wanted || !isKnownPanel(wanted) || !isThere) return;
        ask(new PanelRequestEvent(wanted === panel ? null : wanted));
      }
      event.preventDefault();
      // It is not a shortcut of the page around, too.
      event.stopPropagation();
    },
    { signal },
  );

  function ask(request: Event): void {
    reader.dispatchEvent(request);
  }
};

/** A field takes letters as text, and a list in a panel as the beginnings of its lines. */
function handlesLetters(target: EventTarget): boolean {
  return isEditable(target) || (target instanceof Element && target.matches('.panel'));
}

function isEditable(target: EventTarget): boolean {
  return target instanceof Element && target.matches(editableSelector);
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
}
