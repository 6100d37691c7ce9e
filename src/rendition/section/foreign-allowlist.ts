import {
  mathAttributes,
  mathTags,
  svgAttributes,
  svgReferences,
  svgTags,
} from './foreign-names.ts';

const wordSet = (text: string): Set<string> => new Set(text.split(' '));

const tags = { svg: wordSet(svgTags), math: wordSet(mathTags) };
const attributes = { svg: wordSet(svgAttributes), math: wordSet(mathAttributes) };
const references = wordSet(svgReferences);

/** Whether an element of a drawing or a formula may stand in a book. */
export function isForeignTag(vocabulary: 'svg' | 'math', tag: string): boolean {
  return tags[vocabulary].has(tag);
}

/** Whether an attribute of one may be set as it is. */
export function isForeignAttribute(
  vocabulary: 'svg' | 'math',
  name: string,
  value: string,
): boolean {
  if (vocabulary === 'math') return attributes.math.has(name);
  // All of these are read as styles, escapes included.
  if (references.has(name)) return /^\s*url\(\s*["']?#[\w.:-]+["']?\s*\)\s*$/i.test(value);
  return attributes.svg.has(name) && !/url\s*\(|[\\<]/i.test(value);
}
