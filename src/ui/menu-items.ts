import { svg, type SVGTemplateResult } from 'lit';
import type { Messages } from '../i18n/messages.ts';
import { hasRecording, hasSpeechVoices } from '../state/read-aloud.ts';
import { icon, icons } from './icons.ts';
import type { BookView } from './control-templates.ts';
import {
  CopyLinkRequestEvent,
  FullscreenRequestEvent,
  ListenRequestEvent,
  PanelRequestEvent,
  PrintRequestEvent,
} from '../events/request-events.ts';

const menuIcons = {
  listen: icon(
    svg`<path d="M3.5 12.5V11a6.5 6.5 0 0 1 13 0v1.5M3.5 12.5h2.3v4H5a1.5 1.5 0 0 1-1.5-1.5zM16.5 12.5h-2.3v4h.8a1.5 1.5 0 0 0 1.5-1.5z" />`,
  ),
  about: icon(
    svg`<path d="M10 5.5C8.4 4.2 6 3.9 3 4v11.5c3-.1 5.4.2 7 1.5 1.6-1.3 4-1.6 7-1.5V4c-3-.1-5.4.2-7 1.5zM10 5.5V17" />`,
  ),
  offline: icon(svg`<path d="M10 3.5v9M6.2 9l3.8 3.8L13.8 9M4 16.5h12" />`),
  help: icon(
    svg`<circle cx="10" cy="10" r="7.2" /><path d="M7.9 8a2.1 2.1 0 1 1 3.1 1.9c-.7.4-1 .8-1 1.5M10 14h.01" />`,
  ),
  link: icon(
    svg`<path d="M8.5 11.5a3 3 0 0 0 4.3 0l2.7-2.7a3 3 0 0 0-4.3-4.3l-.9.9M11.5 8.5a3 3 0 0 0-4.3 0l-2.7 2.7a3 3 0 0 0 4.3 4.3l.9-.9" />`,
  ),
  print: icon(svg`<path d="M6 7V3.5h8V7M6 14H3.5V7h13v7H14M6 11.5h8v5H6z" />`),
};

/** A menu item. */
export interface MenuItem {
  id: string;
  icon: SVGTemplateResult;
  label: (text: Messages, view: BookView) => string;
  /** Whether the item applies to this book and device. */
  isShown: (view: BookView) => boolean;
  /**
   * Returns the event that the item dispatches. The menu closes unless the event opens another
   * panel.
   */
  request: () => Event;
}

/** The menu items, in order. */
export const menuItems: readonly MenuItem[] = [
  {
    id: 'listen',
    icon: menuIcons.listen,
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
    icon: menuIcons.offline,
    label: (text) => text.offlineReading,
    isShown: ({ state }) => state.offline !== null,
    request: () => new PanelRequestEvent('offline'),
  },
  {
    id: 'copy-link',
    icon: menuIcons.link,
    label: (text) => text.copyLink,
    isShown: ({ state }) => state.isDeepLinked,
    request: () => new CopyLinkRequestEvent(),
  },
  {
    id: 'print',
    icon: menuIcons.print,
    label: (text) => text.print,
    isShown: () => true,
    request: () => new PrintRequestEvent(),
  },
  {
    id: 'about',
    icon: menuIcons.about,
    label: (text) => text.aboutBook,
    isShown: ({ embed }) => embed !== undefined,
    request: () => new PanelRequestEvent('about'),
  },
  {
    id: 'help',
    icon: menuIcons.help,
    label: (text) => text.help,
    isShown: () => true,
    request: () => new PanelRequestEvent('help'),
  },
];
