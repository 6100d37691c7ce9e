import {
  mathAttributes,
  mathTags,
  svgAttributes,
  svgReferences,
  svgTags,
} from './foreign-names.ts';

const words = (text: string): Set<string> => new Set(text.split(' '));

const tags = { svg: words(svgTags), math: words(mathTags) };
const attributes = { svg: words(svgAttributes), math: words(mathAttributes) };
const references = words(svgReferences);

/** Whether an element of a drawing or a formula may stand in a book. */
export function isTag(vocabulary: 'svg' | 'math', tag: string): boolean {
  return tags[vocabulary].has(tag);
}

/** Whether an attribute of one may be set as it is. */
export function isAttribute(vocabulary: 'svg' | 'math', name: string, value: string): boolean {
  if (vocabulary === 'math') return attributes.math.has(name);
  // All of these are read as styles, escapes included.
  if (references.has(name)) return /^\s*url\(\s*["']?#[\w.:-]+["']?\s*\)\s*$/i.test(value);
  return attributes.svg.has(name) && !/url\s*\(|[\\<]/i.test(value);
}
