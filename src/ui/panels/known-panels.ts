import type { Panel } from '../../state/reader-state.ts';

/**
 * All panels. A panel that is not listed has no button. `control-templates.ts` loads the panels.
 */
export const knownPanels = [
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
