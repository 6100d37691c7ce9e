import type { Tree, TreeElement } from '../../../server/epub/contract.ts';
import type { LoadedSection } from '../../api/book-source.ts';
import type { SectionView } from './section-view.ts';
import type { SectionViews } from '../section-views.ts';

/** Maximum time to block the main thread, in ms. */
const sliceMs = 8;
/** CSS selectors whose match can depend on following elements. */
const looksAhead = /:(?:last|only|nth-last|has)\b/;

/** Nodes missing at the end of an element. */
interface MissingNodes {
  container: Element;
  missing: Tree[];
}

/** Appends the missing part of a partly loaded section, deferred from layout. */
export async function appendRest(
  view: SectionView,
  loaded: LoadedSection,
  views: SectionViews,
): Promise<void> {
  const { text, links, tail, loaded: part } = view;
  if (part.section.length !== loaded.section.length)
    throw new Error('The loaded section has a different length.');
  const gaps = missingNodes(part.section.tree, loaded.section.tree, view.root);
  let endMs = performance.now() + sliceMs;
  for (const { container, missing } of gaps) {
    for (const node of missing) {
      if (!view.isIncomplete || views.isClosed) return;
      const before = text.length;
      const { root } = views.build(['div', {}, node], { text, links });
      const nodes = [...root.childNodes];
      tail.defer(nodes, before, before);
      tail.end = text.length;
      container.append(...nodes);
      if (performance.now() < endMs) continue;
      await new Promise((resolve) => setTimeout(resolve));
      endMs = performance.now() + sliceMs;
    }
  }
  tail.end = Infinity;
  view.loaded = loaded;
  view.section = loaded.section;
  view.layOutMore(0);
  views.listener.onMounted(view);
  const sheets = [...loaded.sheets, loaded.section.css];
  if (sheets.some((css) => looksAhead.test(css))) views.listener.onLayoutChange();
}

/** Missing nodes from the innermost to the outermost element, which is text order. */
function missingNodes(part: TreeElement, whole: TreeElement, container: Element): MissingNodes[] {
  const at = part.length - 1;
  const [last, same] = [part[at], whole[at]];
  const inner = at > 1 && isElement(last) && isElement(same) ? lastChild(container) : null;
  const gaps = inner && isElement(last) && isElement(same) ? missingNodes(last, same, inner) : [];
  const missing = whole.slice(part.length).filter(isTreeNode);
  return missing.length > 0 ? [...gaps, { container, missing }] : gaps;
}

/** Last child element, skipping column breaks inserted by the reader. */
function lastChild({ children }: Element): Element | null {
  return [...children].findLast((child) => !child.classList.contains('svc-break')) ?? null;
}

function isElement(node: TreeElement[number] | undefined): node is TreeElement {
  return Array.isArray(node);
}

/** Narrows the type that `slice` widens. In the tuple, only the second member is not a tree. */
function isTreeNode(value: TreeElement[number]): value is Tree {
  return typeof value === 'string' || Array.isArray(value);
}
