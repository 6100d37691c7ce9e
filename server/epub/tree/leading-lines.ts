import type { Tree, TreeElement } from '../contract.ts';

/** Maximum length of a line that introduces the text after it, in UTF-16 code units. */
const longestLine = 60;
/** Maximum length without a sign that the line introduces something. */
const longestName = 30;
/** Minimum length of the text that it introduces. */
const shortestText = 30;

const textBlocks = new Set(['p', 'div', 'blockquote', 'ul', 'ol', 'dl', 'table', 'section']);
const inline = new Set(
  'a abbr b bdi bdo br cite em i q s small span strong sub sup u wbr'.split(' '),
);

/**
 * Finds paragraphs that must not be alone at the end of a page, because they introduce the next
 * one: the speakers of a play, headings that are ordinary paragraphs, and lines that end with a
 * colon. Finds at most one before each other paragraph, so that pages stay full.
 */
export function findLeadingLines([, , ...children]: TreeElement): TreeElement[] {
  const nodes = children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  return nodes.flatMap((child, at) => {
    if (typeof child === 'string') return [];
    if (!isLeadingLine(child)) return findLeadingLines(child);
    const next = nodes[at + 1];
    return next !== undefined && isIntroduced(next) ? [child] : [];
  });
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
