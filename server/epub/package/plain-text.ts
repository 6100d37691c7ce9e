import type { XmlElement } from '../xml/node.ts';

const paragraphs = new Set([
  'p',
  'div',
  'li',
  'br',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
]);
const silent = new Set(['script', 'style']);

/** Text of a piece of HTML with a line for each paragraph. */
export function plainText(element: XmlElement): string {
  return linesOf(element)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

function linesOf(element: XmlElement): string {
  const name = element.name.toLowerCase();
  if (silent.has(name)) return '';
  const text = element.children
    .map((child) => (typeof child === 'string' ? child.replaceAll('\n', ' ') : linesOf(child)))
    .join('');
  return paragraphs.has(name) ? `\n${text}\n` : text;
}
