import { highlightSheet } from './highlight-styles.ts';
import type { HighlightBoxes } from './highlight-boxes.ts';

/** Highlight names, from the bottom layer to the top. */
const highlightNames = [
  'mark-yellow',
  'mark-green',
  'mark-blue',
  'mark-pink',
  'mark-purple',
  'mark-noted',
  'hit',
  'hit-current',
  'spoken',
  'spoken-word',
] as const;
export type HighlightName = (typeof highlightNames)[number];

const rangesByName = new Map<HighlightName, Map<object, readonly Range[]>>();
const canHighlight = typeof Highlight === 'function' && 'highlights' in CSS;
let boxes: Promise<HighlightBoxes> | null = null;

/**
 * Highlights section ranges, replacing the owner's earlier ranges with that name. Any object, such
 * as a `SectionView`, can be an owner. Call `clearHighlights` when the owner's text is removed.
 */
export function highlightRanges(
  owner: object,
  name: HighlightName,
  ranges: readonly Range[],
): void {
  const owners = rangesByName.get(name) ?? new Map<object, readonly Range[]>();
  const before = owners.get(owner) ?? [];
  if (ranges.length === 0) owners.delete(owner);
  else owners.set(owner, ranges);
  rangesByName.set(name, owners);
  if (canHighlight) updateCssHighlight(name, before, ranges);
  else if (ranges.length > 0 || before.length > 0) void drawBoxes(name);
}

/** Removes all highlights of an owner. */
export function clearHighlights(owner: object): void {
  for (const [name, owners] of rangesByName)
    if (owners.has(owner)) highlightRanges(owner, name, []);
}

/**
 * Updates the CSS highlight with a name. CSS highlights belong to the document, so readers and
 * sections share one per name.
 */
function updateCssHighlight(
  name: HighlightName,
  before: readonly Range[],
  ranges: readonly Range[],
): void {
  const key = `svc-${name}`;
  const shared = CSS.highlights.get(key) ?? new Highlight();
  shared.priority = highlightNames.indexOf(name);
  for (const range of before) shared.delete(range);
  for (const range of ranges) {
    shared.add(range);
    adoptSheet(range);
  }
  if (shared.size === 0) CSS.highlights.delete(key);
  else CSS.highlights.set(key, shared);
}

function adoptSheet({ startContainer }: Range): void {
  const root = startContainer.getRootNode();
  if (!(root instanceof ShadowRoot) || root.adoptedStyleSheets.includes(highlightSheet)) return;
  root.adoptedStyleSheets.push(highlightSheet);
}

/** Fallback for engines without CSS highlights. */
async function drawBoxes(name: HighlightName): Promise<void> {
  boxes ??= import('./highlight-boxes.ts').then(({ HighlightBoxes }) => new HighlightBoxes());
  const ranges = () => [...(rangesByName.get(name)?.values() ?? [])].flat();
  (await boxes).draw(name, ranges());
}
