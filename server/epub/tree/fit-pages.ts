import { invertedDrawing } from '../css/dark-images.ts';
import type { Resource, TreeElement } from '../contract.ts';
import type { SubjectElement } from '../css/rewrite-selector.ts';
import {
  cancelledBreaks,
  findBlankBreaks,
  findInnerBreaks,
  findLeadingPicture,
  findTrailingSpace,
  isBlankBody,
  leadingBreak,
  noSpace,
  shownInScrollMode,
  startOfPicture,
  unbrokenBefore,
} from './blank-pages.ts';
import { addClass } from './compile-attributes.ts';
import { anchorClass, anchorCss, findLeadingAnchors } from './leading-anchors.ts';
import { findCaptionedPictures, findHeaded, findLeadingLines, inline } from './leading-lines.ts';
import { markPageBoxes } from './page-boxes.ts';
import { findPictureTables } from './picture-tables.ts';
import { setImageSizes } from './set-image-sizes.ts';
import { findSpanningRows } from './spanning-rows.ts';
import type { TreeContext } from './tree-context.ts';

/** An inline element that is a line of its own. Page breaks apply only to blocks. */
const ownLine = 'display:block';

/** Keeps a picture and its caption on one page, with space in rem for both and for a heading. */
const withCaption = (space: number) => `break-inside:avoid;--svc-caption:${space}`;

/** Space in rem for a heading before a picture, table or listing, by its number of lines. */
const headingSpace = (lines: number) => 3 + 2 * Math.min(lines, 5);
const captionSpace = 5;

/**
 * Adjusts a compiled body to pages: margins of boxes that represent the page, breaks and space that
 * would leave a page blank, sizes of images, and lines that must stay with the next one.
 *
 * @returns Rules that the adjustments need, and whether it is a reflowable body that shows nothing.
 */
export async function fitPages(
  body: TreeElement,
  {
    context,
    sheets,
    load,
  }: {
    context: TreeContext;
    /** Compiled style sheets of the document. */
    sheets: readonly string[];
    load: (path: string) => Promise<Resource | null>;
  },
): Promise<{ css: string; isBlank: boolean }> {
  const { styles, breaks, hidden, isReflowable, images } = context;
  const isStyled = isReflowable && (sheets.length > 0 || styles.css() !== '');
  const isBoxed = (element: TreeElement) => styles.isBoxed(subjectOf(element));
  const isVisible = (element: TreeElement) => styles.mayBeVisible(subjectOf(element));
  if (isStyled) {
    if (markPageBoxes(body, isBoxed)) styles.addPageBoxes();
    if (styles.hasForcedBreaks) {
      cancelBlankBreaks(body, context, isBoxed);
      moveInnerBreaks(body, context);
    }
    const space = findTrailingSpace(body, {
      breaksAt: (element, side) => breaks.get(element)?.includes(side) ?? false,
      isVisible,
      isOrnament: (element) => styles.mayBeOrnament(subjectOf(element)),
      hidden,
    });
    mark(
      space.filter(([tag]) => tag !== 'hr'),
      () => styles.attributeClass(noSpace),
    );
    mark(
      space.filter(([tag]) => tag === 'hr'),
      () => styles.attributeClass(shownInScrollMode),
    );
  }
  await setImageSizes(images, load, (attributes) => {
    // The pages of fixed layouts are light in every theme.
    if (!isReflowable) return;
    // The filter would also invert a background, against which the drawing would be invisible.
    const name = isBoxed(['img', attributes])
      ? styles.attributeClass(`${invertedDrawing};background:none!important`)
      : styles.presentationalClass(invertedDrawing);
    addClass(attributes, name);
  });
  if (isStyled) {
    mark(findLeadingPicture(body, isBoxed), () => styles.attributeClass(startOfPicture));
  }
  if (isReflowable) {
    mark(findSpanningRows(body), () => styles.splitClass());
    mark(findPictureTables(body), () => styles.attributeClass('break-inside:avoid'));
    const leading = findLeadingLines(body);
    mark(leading, () => 'svc-leads');
    mark(
      leading.filter((element) => inline.has(element[0]) && !hidden.has(element)),
      () => styles.attributeClass(ownLine),
    );
    const captioned = new Set(findCaptionedPictures(body));
    for (const [content, lines] of findHeaded(body, new Set(leading), captioned)) {
      const space = headingSpace(lines);
      const css = captioned.delete(content)
        ? withCaption(space + captionSpace)
        : `--svc-caption:${space}`;
      mark([content], () => styles.attributeClass(css));
    }
    mark([...captioned], () => styles.attributeClass(withCaption(captionSpace)));
  }
  const hasFirstLetters = [...sheets, styles.css()].some((one) => one.includes(':first-letter'));
  const anchors = hasFirstLetters ? findLeadingAnchors(body) : [];
  mark(anchors, () => anchorClass);
  return {
    css: termsCss(body) + (anchors.length > 0 ? anchorCss : ''),
    isBlank: isReflowable && isBlankBody(body, isVisible),
  };
}

function cancelBlankBreaks(
  body: TreeElement,
  { styles, breaks }: TreeContext,
  isBoxed: (element: TreeElement) => boolean,
): void {
  const { empty, leading } = findBlankBreaks(
    body,
    (element, side) => styles.forcesBreak(subjectOf(element), side),
    isBoxed,
  );
  for (const element of empty) breaks.delete(element);
  mark(empty, () => styles.attributeClass(cancelledBreaks));
  removeBreaksBefore(leading, breaks);
  mark(leading, () => styles.attributeClass(unbrokenBefore));
}

function moveInnerBreaks(body: TreeElement, { styles, breaks }: TreeContext): void {
  const { inner, outer } = findInnerBreaks(
    body,
    (element) => breaks.get(element)?.includes('before') ?? false,
  );
  mark(inner, () => styles.attributeClass(unbrokenBefore));
  mark(outer, () => styles.attributeClass(leadingBreak));
  removeBreaksBefore(inner, breaks);
  for (const element of outer) breaks.set(element, ['before', ...(breaks.get(element) ?? [])]);
}

function removeBreaksBefore(elements: readonly TreeElement[], breaks: TreeContext['breaks']): void {
  for (const element of elements)
    breaks.set(element, breaks.get(element)?.filter((side) => side !== 'before') ?? []);
}

/** @param nameClass - Creates the class, unless there are no elements. */
function mark(elements: readonly TreeElement[], nameClass: () => string): void {
  for (const [, attributes] of elements) addClass(attributes, nameClass());
}

/** The properties of a tree element that style rules match. */
function subjectOf([tag, attributes]: TreeElement): SubjectElement {
  const classes = attributes['class']?.split(' ') ?? [];
  return { tag, id: attributes['id'], classes, attributes };
}

/** Lets a page end between terms without definitions, such as the lines of a table of contents. */
function termsCss(body: TreeElement): string {
  const hasTerms = ([tag, , ...children]: TreeElement): boolean =>
    tag === 'dt' || children.some((child) => typeof child !== 'string' && hasTerms(child));
  return hasTerms(body) ? ':where(dt:has(+ dt)){break-after:auto}' : '';
}
