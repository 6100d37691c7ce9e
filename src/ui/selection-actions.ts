import type { EventLocator } from '../events/reader-events.ts';

/** Selected text, in the form that `svc-selection` and the page's actions receive. */
export interface ReaderSelection {
  /** The text without ruby annotations, with a line break between paragraphs. */
  text: string;
  /** The start of the text. */
  locator: EventLocator;
  /** BCP 47 tag of the text, or empty if the book states none. */
  language: string;
  /** Boxes of its visible lines, in CSS px of the window. */
  rects: readonly DOMRect[];
}

/** An action that the page adds to the menu for selected text. */
export interface SelectionAction {
  /** Unique name, for `svc-mark-request`. */
  id: string;
  /** Label in the language of the reader. */
  label: string;
  /**
   * Outline of an icon, as SVG path data in a square of 20 by 20 units. Without it, the button
   * shows the label.
   */
  icon?: string;
  /**
   * Called with the selected text when the user presses the button. The menu has closed by then.
   */
  run: (selection: ReaderSelection) => void;
}

/**
 * The reader's own actions: copy with source, search in the book, share, and share as a picture.
 */
export type BuiltInSelectionAction = 'copy' | 'find' | 'share' | 'picture';

const builtIn: readonly unknown[] = [
  'copy',
  'find',
  'share',
  'picture',
] satisfies BuiltInSelectionAction[];

const isBuiltIn = (value: unknown): value is BuiltInSelectionAction => builtIn.includes(value);

const defaultSelectionActions: readonly BuiltInSelectionAction[] = [
  'copy',
  'find',
  'share',
  'picture',
];

type Item = BuiltInSelectionAction | SelectionAction;

/** Lists already reported to the console, which happens only once. */
const reportedLists = new WeakSet<object>();

/**
 * Returns the actions that a page registered, or the reader's own if it registered none. Omits
 * invalid items, which are logged to the console, and actions that this device or book does not
 * support.
 */
export function selectionActionsOf(
  { localName, selectionActions }: { localName: string; selectionActions?: unknown },
  { canSearch }: { canSearch: boolean },
): Item[] {
  const requested = selectionActions ?? defaultSelectionActions;
  const items: readonly unknown[] = Array.isArray(requested) ? requested : [];
  const problems: string[] = [];
  if (!Array.isArray(requested)) problems.push('"selectionActions" must be an array.');
  const ids = new Set<string>();
  const valid = items.filter((item, index): item is Item => {
    const problem = problemOf(item, ids);
    if (problem) problems.push(`selectionActions[${index}] ${problem}`);
    return problem === null;
  });
  const list = Object(requested);
  if (!reportedLists.has(list))
    for (const problem of problems) console.warn(`<${localName}> ignored an action. ${problem}`);
  reportedLists.add(list);
  return valid.filter((item) => {
    if (item === 'find') return canSearch;
    return item === 'share' ? 'share' in navigator : true;
  });
}

function problemOf(item: unknown, ids: Set<string>): string | null {
  if (isBuiltIn(item)) return null;
  if (typeof item !== 'object' || item === null)
    return `must be ${builtIn.map((name) => `"${String(name)}"`).join(', ')} or an object, got ${JSON.stringify(item) ?? 'undefined'}.`;
  const { id, label, icon, run } = item as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || id === '') return 'must have an "id".';
  if (ids.has(id)) return `has the same "id" as another action: ${JSON.stringify(id)}.`;
  if (typeof label !== 'string' || label.trim() === '') return 'must have a "label".';
  if (icon !== undefined && typeof icon !== 'string') return 'must have path data as "icon".';
  if (typeof run !== 'function') return 'must have a function "run".';
  ids.add(id);
  return null;
}
