import type { Panel } from '../../state/reader-state.ts';

/** The panels that there are; what is not here has no button. `panels.ts` knows where they come from. */
const knownPanels = [
  'contents',
  'marks',
  'pages',
  'search',
  'settings',
  'menu',
  'offline',
  'about',
  'help',
] as const satisfies readonly Panel[];

export type KnownPanel = (typeof knownPanels)[number];

export function isKnownPanel(panel: Panel): panel is KnownPanel {
  return knownPanels.some((one) => one === panel);
}
