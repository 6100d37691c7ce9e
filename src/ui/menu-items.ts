import type { SVGTemplateResult } from 'lit';
import type { Messages } from '../i18n/messages.ts';
import { hasRecording } from '../state/read-aloud.ts';
import { icons } from './icons.ts';
import type { BookView } from './control-templates.ts';
import {
  CopyLinkRequestEvent,
  FullscreenRequestEvent,
  ListenRequestEvent,
  PanelRequestEvent,
  PrintRequestEvent,
} from '../events/request-events.ts';

/** A menu item. */
export interface MenuItem {
  id: string;
  icon: SVGTemplateResult;
  label: (text: Messages, view: BookView) => string;
  /** Whether the item applies to this book and device. */
  isShown: (view: BookView) => boolean;
  /** Returns the event that the item dispatches. The menu closes unless the event opens another panel. */
  request: () => Event;
}

/** The menu items, in order. */
export const menuItems: readonly MenuItem[] = [
  {
    id: 'listen',
    icon: icons.listen,
    label: (text) => text.readAloud,
    isShown: ({ book, state }) =>
      !state.readAloud && (hasRecording(book.order) || hasSpeechVoices()),
    request: () => new ListenRequestEvent({ type: 'start' }),
  },
  {
    // Wide readers have a button in the toolbar.
    id: 'fullscreen',
    icon: icons.fullscreen,
    label: (text, { isFullscreen }) => (isFullscreen ? text.exitFullscreen : text.fullscreen),
    isShown: ({ controls, canFillScreen }) => controls.fullscreen && canFillScreen,
    request: () => new FullscreenRequestEvent(),
  },
  {
    id: 'offline',
    icon: icons.offline,
    label: (text) => text.offlineReading,
    isShown: ({ state }) => state.offline !== null,
    request: () => new PanelRequestEvent('offline'),
  },
  {
    id: 'copy-link',
    icon: icons.link,
    label: (text) => text.copyLink,
    isShown: ({ state }) => state.isDeepLinked,
    request: () => new CopyLinkRequestEvent(),
  },
  {
    id: 'print',
    icon: icons.print,
    label: (text) => text.print,
    isShown: () => true,
    request: () => new PrintRequestEvent(),
  },
  {
    id: 'about',
    icon: icons.about,
    label: (text) => text.aboutBook,
    isShown: ({ embed }) => embed !== undefined,
    request: () => new PanelRequestEvent('about'),
  },
  {
    id: 'help',
    icon: icons.help,
    label: (text) => text.help,
    isShown: () => true,
    request: () => new PanelRequestEvent('help'),
  },
];

/** Whether speech synthesis has voices. The first call makes the browser load them. */
export function hasSpeechVoices(): boolean {
  return 'speechSynthesis' in globalThis && speechSynthesis.getVoices().length > 0;
}
