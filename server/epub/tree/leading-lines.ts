import type { Tree, TreeElement } from '../contract.ts';
import { countLines } from './count-lines.ts';

/** Maximum length of a line that introduces the text after it, in UTF-16 code units. */
const longestLine = 60;
/** Maximum length without a sign that the line introduces something. */
const longestName = 30;
/** Minimum length of the text that it introduces. */
const shortestText = 30;

/** Tables with fewer rows are short, or only place their content. */
const fewestRows = 3;
/** A first row with more lines does not look lost at the end of a page. */
const mostRowLines = 2;

/** Maximum length of a caption above the content that it describes. */
const longestCaption = 200;

/** Length of a line of a heading on a phone, and of the part of a heading that is measured. */
const headingLine = 20;
const longestHeading = 100;

const textBlocks = new Set(['p', 'div', 'blockquote', 'ul', 'ol', 'dl', 'table', 'section']);
const captioned = new Set(['pre', 'table', 'figure', 'img']);
const pictures = new Set(['img', 'svg', 'video', 'object']);
/** Names of inline elements. */
export const inline = new Set(
  'a abbr b bdi bdo br cite em i q s small span strong sub sup u wbr'.split(' '),
);

/**
 * Finds elements that must not be alone at the end of a page, because they introduce the next one:
 * the speakers of a play, headings that are ordinary paragraphs, lines that end with a colon,
 * links and empty lines after headings, captions, pictures before captions, and the first rows of a
 * table. Finds at most one before each other paragraph, so that pages stay full.
 */
export function findLeadingLines([tag, , ...children]: TreeElement): TreeElement[] {
  if (tag === 'table') return findFirstRows(children);
  const nodes = children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  /** Whether there are at most empty lines between a heading and the current node. */
  let isAfterHeading = false;
  return nodes.flatMap((child, at) => {
    const isEmpty = typeof child !== 'string' && isEmptyLine(child);
    const followsHeading = isAfterHeading;
    if (!isEmpty) isAfterHeading = isHeading(child);
    if (typeof child === 'string') return [];
    const [previous, next] = [nodes[at - 1], nodes[at + 1]];
    if (isEmpty) return child[0] !== 'br' && next && followsHeading ? [child] : [];
    if (inline.has(child[0]) && isLineOfHeading(child, previous, next)) return [child];
    if (isPicture(child) && isCaption(next)) return [child];
    if (isCaption(child) && isCaptioned(next) && !isCaptioned(previous)) return [child];
    if (!isLeadingLine(child)) return findLeadingLines(child);
    return next !== undefined && isIntroduced(next) ? [child] : [];
  });
}

/** Finds pictures, or figures with pictures, whose caption must fit on the same page. */
export function findCaptionedPictures([, , ...children]: TreeElement): TreeElement[] {
  const nodes = children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  return nodes.flatMap((child, at) => {
    if (typeof child === 'string') return [];
    const [tag, , ...inside] = child;
    const isFigure = tag === 'figure' && hasPicture(child) && inside.some((one) => isCaption(one));
    if (isFigure || (isPicture(child) && isCaption(nodes[at + 1]))) return [child];
    return findCaptionedPictures(child);
  });
}

/**
 * Finds pictures, tables and listings that directly follow headings or other lines in `leading`,
 * which must fit on the same page. Of a picture with a caption, finds the element in `captioned`.
 *
 * @returns The number of lines on a phone of the headings before each.
 */
export function findHeaded(
  body: TreeElement,
  leading: ReadonlySet<TreeElement>,
  captioned: ReadonlySet<TreeElement>,
): Map<TreeElement, number> {
  const found = new Map<TreeElement, number>();
  let lines = 0;
  const visit = ([, , ...children]: TreeElement): void => {
    for (const child of children) {
      if (typeof child === 'string') {
        if (child.trim() !== '') lines = 0;
      } else if (captioned.has(child) || isLarge(child)) {
        if (lines > 0) found.set(child, lines);
        lines = 0;
      } else if (isHeading(child) || leading.has(child)) {
        lines += Math.ceil(textOf(child, longestHeading).trim().length / headingLine);
      } else visit(child);
    }
  };
  visit(body);
  return found;
}

/** Whether an element may be as large as a page and is not divided. */
function isLarge([tag]: TreeElement): boolean {
  return pictures.has(tag) || tag === 'table' || tag === 'pre';
}

/**
 * Finds the rows with headings before the first other row of a table. If it has none or only
 * headings, finds its first row, which would look lost at the end of a page.
 */
function findFirstRows(children: readonly Tree[]): TreeElement[] {
  const rows = rowsIn(children, false);
  const end = rows.findIndex(({ isHead, row }) => !isHead && !isHeadingRow(row));
  if (end > 0) return rows.slice(0, end).map(({ row }) => row);
  const [first] = rows;
  const isShort = first !== undefined && countLines(first.row) <= mostRowLines;
  return isShort && rows.length >= fewestRows ? [first.row] : [];
}

function rowsIn(
  children: readonly Tree[],
  isHead: boolean,
): { row: TreeElement; isHead: boolean }[] {
  return children.flatMap((child) => {
    if (typeof child === 'string') return [];
    const [tag, , ...inside] = child;
    if (tag === 'tr') return [{ row: child, isHead }];
    return /^t(?:head|body|foot)$/.test(tag) ? rowsIn(inside, tag === 'thead') : [];
  });
}

/** Whether all cells of a row are headings. */
function isHeadingRow([, , ...cells]: TreeElement): boolean {
  const tags = cells.flatMap((cell) => (typeof cell === 'string' ? [] : [cell[0]]));
  return tags.length > 0 && tags.every((tag) => tag === 'th');
}

/** Whether an element shows nothing but at most empty lines. */
function isEmptyLine(element: TreeElement): boolean {
  const [tag] = element;
  if (tag !== 'p' && tag !== 'div' && tag !== 'br') return false;
  return isInline(element) && textOf(element, 1).trim() === '';
}

function isHeading(node: Tree | undefined): boolean {
  return node !== undefined && typeof node !== 'string' && /^h[1-6]$/.test(node[0]);
}

/** Whether a class states that the element is a caption or title. */
function isCaption(element: Tree | undefined): boolean {
  if (element === undefined || typeof element === 'string') return false;
  const [tag, attributes] = element;
  if (tag !== 'p' && tag !== 'div' && tag !== 'figcaption') return false;
  if (tag !== 'figcaption' && !/caption|title/i.test(attributes['class'] ?? '')) return false;
  const { length } = textOf(element, longestCaption + 1).trim();
  return isInline(element) && length > 0 && length <= longestCaption;
}

/** Whether an inline element is a line of its own between a heading and the text after it. */
function isLineOfHeading(
  element: TreeElement,
  previous: Tree | undefined,
  next: Tree | undefined,
): boolean {
  if (!isHeading(previous)) return false;
  const { length } = textOf(element, longestLine + 1).trim();
  return length > 0 && length <= longestLine && next !== undefined && isIntroduced(next);
}

function isCaptioned(node: Tree | undefined): boolean {
  if (node === undefined || typeof node === 'string') return false;
  const [tag, , ...children] = node;
  if (captioned.has(tag)) return true;
  const [only, ...others] = children.filter((one) => typeof one !== 'string' || one.trim() !== '');
  return only !== undefined && others.length === 0 && isCaptioned(only);
}

/** Whether a block contains only a picture. */
function isPicture([tag, , ...children]: TreeElement): boolean {
  if (pictures.has(tag)) return true;
  const [only, ...others] = children.filter((one) => typeof one !== 'string' || one.trim() !== '');
  return only !== undefined && typeof only !== 'string' && others.length === 0 && isPicture(only);
}

/** Whether an element contains a picture outside of tables and code. */
export function hasPicture([tag, , ...children]: TreeElement): boolean {
  if (tag === 'pre' || tag === 'table') return false;
  return (
    pictures.has(tag) || children.some((child) => typeof child !== 'string' && hasPicture(child))
  );
}

function isLeadingLine(element: TreeElement): boolean {
  const [tag] = element;
  if ((tag !== 'p' && tag !== 'div') || !isInline(element)) return false;
  const text = textOf(element, longestLine + 1).trim();
  if (text.length > longestLine || !/\p{L}/u.test(text)) return false;
  if (/[:：]$/.test(text) || isUpperCase(text) || isBold(element)) return true;
  return text.length <= longestName && /[\p{L}\p{N})\]]$/u.test(text);
}

function isIntroduced(node: Tree): boolean {
  if (typeof node === 'string' || !textBlocks.has(node[0]) || isLeadingLine(node)) return false;
  return textOf(node, shortestText).length >= shortestText;
}

function isInline([, , ...children]: TreeElement): boolean {
  return children.every(
    (child) => typeof child === 'string' || (inline.has(child[0]) && isInline(child)),
  );
}

function isUpperCase(text: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

function isBold([tag, , ...children]: TreeElement): boolean {
  if (tag === 'b' || tag === 'strong') return true;
  return children.every((child) =>
    typeof child === 'string' ? child.trim() === '' : isBold(child),
  );
}

/** The beginning of the text, of at least `length` if the text is that long. */
function textOf([, , ...children]: TreeElement, length: number): string {
  let text = '';
  for (const child of children) {
    if (text.length >= length) break;
    text += typeof child === 'string' ? child : textOf(child, length - text.length);
  }
  return text;
}
