import { generate, type Atrule, type CssNode, type Declaration } from 'css-tree';
import type { FontFaceDescription } from '../contract.ts';

/** Formats that browsers load; `embedded-opentype` and `svg` are not among them. */
const formats = /^(?:woff2?|truetype|opentype|collection)(?:-variations)?$/i;

/**
 * A `@font-face` rule with its family as the author wrote it and the first of its files that the
 * book holds; null when there is none. `local()` fonts are never used: they are not the book's.
 */
export function readFontFace(
  rule: Atrule,
  resource: (address: string) => string | null,
): FontFaceDescription | null {
  const values = new Map<string, CssNode>();
  rule.block?.children.forEach((node) => {
    if (node.type === 'Declaration') values.set(node.property.toLowerCase(), node.value);
  });
  const family = familyName(values.get('font-family'));
  const src = sourcesOf(values.get('src'))
    .map(resource)
    .find((address) => address !== null);
  if (!family || !src) return null;
  const text = (name: string, standard: string) => {
    const value = values.get(name);
    return value?.type === 'Value' ? generate(value) : standard;
  };
  return {
    family,
    src,
    weight: text('font-weight', 'normal'),
    style: text('font-style', 'normal'),
    stretch: text('font-stretch', 'normal'),
    unicodeRange: text('unicode-range', 'U+0-10FFFF'),
  };
}

function familyName(value: CssNode | undefined): string | null {
  if (value?.type !== 'Value') return null;
  const [first] = value.children.toArray();
  return first?.type === 'String' ? first.value : generate(value) || null;
}

function sourcesOf(value: Declaration['value'] | CssNode | undefined): string[] {
  if (value?.type !== 'Value') return [];
  const sources: string[] = [];
  for (const node of value.children.toArray()) {
    if (node.type === 'Url') sources.push(node.value);
    const format = node.type === 'Function' && node.name.toLowerCase() === 'format' && node;
    const name = format ? generate(format).replaceAll(/^format\(|["')]/gi, '') : null;
    if (name !== null && !formats.test(name)) sources.pop();
  }
  return sources;
}
