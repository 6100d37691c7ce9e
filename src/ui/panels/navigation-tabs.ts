import { isKnownPanel } from './known-panels.ts';
import type { BookView } from '../control-templates.ts';

/** A tab of the navigation panels. */
export interface NavigationTab {
  panel: 'contents' | 'marks' | 'pages';
  name: string;
}

/** The tabs available for a book, in order. */
export function navigationTabsOf({
  controls,
  embed,
  messages,
}: BookView): readonly NavigationTab[] {
  const hasPageList = Boolean(embed?.pageList.length);
  const hasLandmarks = Number(embed?.landmarks.length) > 1;
  const tabs: [boolean, NavigationTab][] = [
    [controls.contents, { panel: 'contents', name: messages.contents }],
    [controls.marks, { panel: 'marks', name: messages.annotations }],
    [
      hasPageList || hasLandmarks,
      { panel: 'pages', name: hasPageList ? messages.pages : messages.landmarks },
    ],
  ];
  return tabs
    .filter(([isAvailable, { panel }]) => isAvailable && isKnownPanel(panel))
    .map(([, tab]) => tab);
}
