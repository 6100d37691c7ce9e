import type { Mode } from '../../state/settings.ts';
import { nextTask } from '../next-task.ts';
import { laidOutElements } from '../section/deferred-tail.ts';
import type { SectionView } from '../section/section-view.ts';
import {
  findCoveringPictures,
  findCrowded,
  findOverlappingText,
  isCrowded,
} from './find-covered-text.ts';
import { findDisorder } from './find-disorder.ts';
import { findHanging } from './find-hanging.ts';
import { findIndented } from './find-indented.ts';
import { findContent } from './find-lost-content.ts';
import { findNarrow } from './find-narrow.ts';
import { hasStrandedLine } from './find-stranded.ts';
import type { Content, RepairTarget } from './repair-target.ts';

/** Number of elements that a check without a deadline looks at in one task. */
const elementsPerTask = 24;

/** A section's content that is hidden, out of order or covered in its layout. */
interface Misplaced {
  contents: ReadonlySet<Content>;
  /**
   * Whether the content is neither cut off nor out of order, but covers text or is covered by text.
   */
  isCovering: boolean;
  /** Boxes whose indentation leaves too little width for their text. */
  indented: ReadonlySet<Element>;
  /**
   * Boxes in which or beside which lines have only a few letters, with the largest share of the
   * font size with which the words of a heading fit.
   */
  narrow: ReadonlyMap<Element, number>;
  /** Elements whose line height is so small that lines of text overlap. */
  crowded: ReadonlySet<Element>;
  /** Floats that appear on the page before the text beside them. */
  hanging: ReadonlySet<Element>;
}

/**
 * Returns content that is cut off. If there is none, returns content that is out of order or covers
 * text.
 *
 * @param ignored - Cut-off or disordered content that is not returned.
 */
export function findMisplaced(
  target: RepairTarget,
  ignored: ReadonlySet<Content> = new Set(),
  found = findContent(target),
): Misplaced {
  const { all } = found;
  const indented = findIndented(all, target);
  const narrow = findNarrow(all, target);
  const crowded = findCrowded(all, target.root);
  const hanging = findHanging(all, target);
  const lost = found.lost.filter((content) => !ignored.has(content));
  const disorder = lost.length > 0 || target.isScrolled ? [] : findDisorder(target.root, all);
  const misplaced = [...lost, ...disorder.flatMap(({ before, after }) => [before, after])].filter(
    (content) => !ignored.has(content),
  );
  if (misplaced.length > 0) {
    return { contents: new Set(misplaced), isCovering: false, indented, narrow, crowded, hanging };
  }
  const boxes = new Set(all.map(({ box }) => box));
  const broken = new Set([...boxes].filter((box) => box && isBroken(box)));
  const compared = all.filter(({ box }) => !broken.has(box));
  const contents = new Set<Content>(findCoveringPictures(compared));
  for (const text of findOverlappingText(compared, target.root)) {
    // Blocks without height overlap the next ones.
    if (text.parentElement && isCrowded(text.parentElement)) crowded.add(text.parentElement);
    else contents.add(text);
  }
  return { contents, isCovering: true, indented, narrow, crowded, hanging };
}

/**
 * Whether the engine reports the content of a scroll box in several columns, even though the box
 * shows it in one piece. WebKit does so, with overlapping rectangles.
 */
function isBroken(box: Element): boolean {
  return (box.firstElementChild?.getClientRects().length ?? 0) > 1;
}

/** Whether content is misplaced, crowded or too narrow, or a heading is alone at a page's end. */
export function isFaulty(target: RepairTarget, found?: ReturnType<typeof findContent>): boolean {
  const misplaced = findMisplaced(target, undefined, found);
  const { contents, indented, narrow, crowded, hanging } = misplaced;
  const count = contents.size + indented.size + narrow.size + crowded.size + hanging.size;
  return count > 0 || hasStrandedLine(target);
}

/**
 * Whether a section that was laid out without repairs needs a repair. Pauses between tasks, because
 * the check of a section takes a tenth of a second on a phone. False if the section is laid out
 * again meanwhile.
 */
export async function needsRepair(view: SectionView, mode: Mode): Promise<boolean> {
  const { root, pageLayout } = view;
  const sheet = root.parentElement;
  if (!pageLayout || !sheet || view.isFixed) return false;
  const elements = laidOutElements([...root.children]);
  const target = { root, sheet, elements, pageLayout, isScrolled: mode === 'scroll' };
  const found: ReturnType<typeof findContent> = { all: [], lost: [] };
  for (let at = 0; at < elements.length; at += elementsPerTask) {
    const part = elements.slice(at, at + elementsPerTask);
    const { all, lost } = findContent({ ...target, elements: part });
    found.all.push(...all);
    found.lost.push(...lost);
    await nextTask();
    if (view.pageLayout !== pageLayout) return false;
  }
  return isFaulty(target, found);
}
