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

/** Whether an SVG or MathML element is allowed in a book. */
export function isForeignTag(vocabulary: 'svg' | 'math', tag: string): boolean {
  return tags[vocabulary].has(tag);
}

/** Whether an SVG or MathML attribute may be set unchanged. */
export function isForeignAttribute(
  vocabulary: 'svg' | 'math',
  name: string,
  value: string,
): boolean {
  if (vocabulary === 'math') return attributes.math.has(name);
  // These attributes are parsed as CSS, including escapes.
  if (references.has(name)) return /^\s*url\(\s*["']?#[\w.:-]+["']?\s*\)\s*$/i.test(value);
  return attributes.svg.has(name) && !/url\s*\(|[\\<]/i.test(value);
}
