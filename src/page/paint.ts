import { paintSheet } from './paint-sheet.ts';
import type { PaintBoxes } from './paint-boxes.ts';

/** What is painted behind text, from the lowest to the uppermost. */
export const paintNames = [
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
export type PaintName = (typeof paintNames)[number];

const painted = new Map<PaintName, Map<object, readonly Range[]>>();
const canHighlight = typeof Highlight === 'function' && 'highlights' in CSS;
let boxes: Promise<PaintBoxes> | null = null;

/**
 * Paints ranges of sections, instead of what that owner has painted under the name. An owner is any
 * object, such as a `SectionView`; it must `unpaint` when its text goes.
 */
export function paint(owner: object, name: PaintName, ranges: readonly Range[]): void {
  const owners = painted.get(name) ?? new Map<object, readonly Range[]>();
  const before = owners.get(owner) ?? [];
  if (ranges.length === 0) owners.delete(owner);
  else owners.set(owner, ranges);
  painted.set(name, owners);
  if (canHighlight) highlight(name, before, ranges);
  else if (ranges.length > 0 || before.length > 0) void drawBoxes(name);
}

/** Takes away all that an owner has painted. */
export function unpaint(owner: object): void {
  for (const [name, owners] of painted) if (owners.has(owner)) paint(owner, name, []);
}

/** Names are the document's: ranges of several readers and sections share one. */
function highlight(name: PaintName, before: readonly Range[], ranges: readonly Range[]): void {
  const key = `svc-${name}`;
  const shared = CSS.highlights.get(key) ?? new Highlight();
  shared.priority = paintNames.indexOf(name);
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
  if (!(root instanceof ShadowRoot) || root.adoptedStyleSheets.includes(paintSheet)) return;
  root.adoptedStyleSheets.push(paintSheet);
}

/** For engines without highlights. */
async function drawBoxes(name: PaintName): Promise<void> {
  boxes ??= import('./paint-boxes.ts').then(({ PaintBoxes }) => new PaintBoxes());
  const ranges = () => [...(painted.get(name)?.values() ?? [])].flat();
  (await boxes).draw(name, ranges());
}
