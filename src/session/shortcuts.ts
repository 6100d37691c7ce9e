import { isKnownPanel } from '../ui/panels/known-panels.ts';
import { parseControls, type VisibleControls } from '../ui/visible-controls.ts';
import { canFillScreen } from '../ui/fullscreen.ts';
import {
  BookmarkRequestEvent,
  FullscreenRequestEvent,
  PanelRequestEvent,
} from '../events/request-events.ts';
import type { Panel } from '../state/reader-state.ts';
import type { StartFeature } from '../features/feature.ts';
import { InputOwner } from '../rendition/input/input-owner.ts';
import { TypeAhead } from './type-ahead.ts';

/** Panels by shortcut, with the control that must be visible (null if any). `?` opens the help. */
const panelsByKey: Readonly<Record<string, [Panel, keyof VisibleControls | null]>> = {
  t: ['contents', 'contents'],
  s: ['search', 'search'],
  '/': ['search', 'search'],
  m: ['menu', 'menu'],
  '?': ['help', null],
};

const editableSelector =
  'input:not([type=range]), textarea, select, [contenteditable], [role=textbox], [role=searchbox]';

/**
 * Single letters open panels while the focus is in the reader, or while no element has the focus
 * and the reader fills the window. The user can turn these shortcuts off.
 */
export const startShortcuts: StartFeature = (reader, { store, embed, page }, signal) => {
  const owner = new InputOwner(page, signal);
  const typeAhead = new TypeAhead(reader, store, signal);
  addEventListener(
    'keydown',
    (event) => {
      const path = event.composedPath();
      if (event.ctrlKey || event.metaKey || event.altKey || path.some(isEditable)) return;
      if (!path.includes(reader) && !owner.ownsUnfocusedKey(event)) return;
      if (!typeAhead.take(event)) return;
      event.preventDefault();
      // Prevents the text from turning pages and the host page's shortcuts from running.
      event.stopImmediatePropagation();
    },
    { signal, capture: true },
  );
  reader.addEventListener('keydown', onKey, { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (owner.ownsUnfocusedKey(event)) onKey(event);
    },
    { signal },
  );

  function onKey(event: KeyboardEvent): void {
    const path = event.composedPath();
    // Outside the shadow root, the event target is not the text field, so the host page's shortcuts
    // would run.
    if (isLetter(event) && path.some(isEditable)) event.stopPropagation();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') closePanel(event);
    else if (!path.some(handlesLetters) && runShortcut(event)) {
      event.preventDefault();
      // Also prevents a shortcut of the host page from running.
      event.stopPropagation();
    }
  }

  function closePanel(event: KeyboardEvent): void {
    const { panel } = store.state;
    if (panel === null || panel === 'sample-end') return;
    event.preventDefault();
    event.stopPropagation();
    dispatch(new PanelRequestEvent(null));
  }

  /** Returns false if the key has no shortcut. */
  function runShortcut(event: KeyboardEvent): boolean {
    const { panel, settings } = store.state;
    if (!settings.shortcuts || event.isComposing) return false;
    const controls = parseControls(reader.controls, embed.deployment?.features);
    const key = event.key.toLowerCase();
    if (key === 'b' && controls.marks) {
      dispatch(new BookmarkRequestEvent());
      return true;
    }
    if (key === 'f' && controls.fullscreen && canFillScreen(reader)) {
      dispatch(new FullscreenRequestEvent());
      return true;
    }
    const [requested, control] = panelsByKey[key] ?? [];
    const isVisible = control ? controls[control] : Object.values(controls).includes(true);
    if (!requested || !isKnownPanel(requested) || !isVisible) return false;
    dispatch(new PanelRequestEvent(requested === panel ? null : requested));
    return true;
  }

  function dispatch(request: Event): void {
    reader.dispatchEvent(request);
  }
};

/**
 * Whether an element handles letters. Text fields use them as input, and panels with lists use them
 * to jump to an item.
 */
function handlesLetters(target: EventTarget): boolean {
  return isEditable(target) || (target instanceof Element && target.matches('.panel'));
}

function isEditable(target: EventTarget): boolean {
  return target instanceof Element && target.matches(editableSelector);
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
}
