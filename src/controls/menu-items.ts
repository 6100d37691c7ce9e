import type { SVGTemplateResult } from 'lit';
import type { Messages } from '../text/messages.ts';
import type { ShownBook } from './panels.ts';

/** A line of the menu. */
export interface MenuItem {
  id: string;
  icon: SVGTemplateResult;
  label: (text: Messages) => string;
  /** Whether there is anything to ask for. */
  isShown: (view: ShownBook) => boolean;
  /** What a press asks of the reader; the menu closes, unless that opens another panel. */
  request: () => Event;
}

/** The lines of the menu, in their order. */
export const menuItems: readonly MenuItem[] = [];
