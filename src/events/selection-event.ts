import type { EventLocator } from './reader-events.ts';

/**
 * The user selected text, or cleared the selection. `preventDefault()` keeps the menu for selected
 * text closed, so that the page can show its own.
 */
export class SelectionEvent extends Event {
  static readonly type = 'svc-selection';
  /** The text without ruby annotations, or empty for a cleared selection. */
  readonly text: string;
  /** The start of the text, or null for a cleared selection. */
  readonly locator: EventLocator | null;
  /** BCP 47 tag of the text, or empty if unknown. */
  readonly language: string;
  /** Boxes of the visible lines, in CSS px of the window. */
  readonly rects: readonly DOMRect[];
  constructor(selection: Omit<SelectionEvent, keyof Event> | null) {
    super(SelectionEvent.type, { bubbles: true, composed: true, cancelable: true });
    this.text = selection?.text ?? '';
    this.locator = selection?.locator ?? null;
    this.language = selection?.language ?? '';
    this.rects = selection?.rects ?? [];
  }
}

declare global {
  interface HTMLElementEventMap {
    'svc-selection': SelectionEvent;
  }
}
