import { isKnownPanel } from '../ui/panels/known-panels.ts';
import { parseControls, type VisibleControls } from '../ui/visible-controls.ts';
import { BookmarkRequestEvent, PanelRequestEvent } from '../events/request-events.ts';
import type { Panel } from '../state/reader-state.ts';
import type { StartFeature } from '../features/feature.ts';

/** Panels by shortcut, with the control that must be visible (null if any). `?` opens the help. */
const panelsByKey: Readonly<Record<string, [Panel, keyof VisibleControls | null]>> = {
  t: ['contents', 'contents'],
  s: ['search', 'search'],
  '/': ['search', 'search'],
  m: ['menu', 'menu'],
  '?': ['help', null],
};

const editableSelector = 'input:not([type=range]), textarea, select, [contenteditable]';

/** Opens panels by single letters while focus is in the reader. The user can turn these shortcuts off. */
export const startShortcuts: StartFeature = (reader, { store, embed }, signal) => {
  reader.addEventListener(
    'keydown',
    (event) => {
      const path = event.composedPath();
      // Outside the shadow root, the event target is not the text field, so the host page's shortcuts would run.
      if (isLetter(event) && path.some(isEditable)) event.stopPropagation();
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const { panel, settings } = store.state;
      if (event.key === 'Escape') {
        if (panel === null || panel === 'sample-end') return;
        event.preventDefault();
        event.stopPropagation();
        dispatch(new PanelRequestEvent(null));
        return;
      }
      if (!settings.shortcuts || event.isComposing || path.some(handlesLetters)) return;
      const controls = parseControls(reader.controls, embed.deployment?.features);
      const key = event.key.toLowerCase();
      if (key === 'b' && controls.marks) dispatch(new BookmarkRequestEvent());
      else {
        const [requested, control] = panelsByKey[key] ?? [];
        const isVisible = control ? controls[control] : Object.values(controls).includes(true);
        if (!requested || !isKnownPanel(requested) || !isVisible) return;
        dispatch(new PanelRequestEvent(requested === panel ? null : requested));
      }
      event.preventDefault();
      // Prevent a shortcut of the host page from running as well.
      event.stopPropagation();
    },
    { signal },
  );

  function dispatch(request: Event): void {
    reader.dispatchEvent(request);
  }
};

/** Whether an element handles letters. Text fields use them as input, and panels with lists use them to jump to an item. */
function handlesLetters(target: EventTarget): boolean {
  return isEditable(target) || (target instanceof Element && target.matches('.panel'));
}

function isEditable(target: EventTarget): boolean {
  return target instanceof Element && target.matches(editableSelector);
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
}
