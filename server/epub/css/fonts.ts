import { type CssNode, type Value, generate, type Atrule, type Declaration } from 'css-tree';
import type { FontFaceDescription } from '../contract.ts';

/** Font formats supported by browsers; `embedded-opentype` and `svg` are not. */
const supportedFormats = /^(?:woff2?|truetype|opentype|collection)(?:-variations)?$/i;
/** Prefix of family names until all families embedded by the book are known. */
const FAMILY_MARKER = '\uE000';

const genericFamilies = new Set(
  `serif sans-serif monospace cursive fantasy system-ui ui-serif ui-sans-serif ui-monospace ui-rounded
  math emoji fangsong inherit initial unset revert revert-layer`.split(/\s+/),
);

/** Marks every family in a `font-family` or `font` value. Modifies the node. */
export function markFamilies(property: string, value: Value): void {
  const nodes = value.children.toArray();
  const start = property === 'font' ? familyStart(nodes) : 0;
  if (start === null) return;
  const head = nodes.slice(0, start);

  const families = new Array<CssNode>();
  let words: CssNode[] = [];
  for (const node of [...nodes.slice(start), comma()]) {
    if (node.type !== 'Operator' || node.value !== ',') {
      words.push(node);
      continue;
    }
    if (words.length > 0) {
      if (families.length > 0) families.push(comma());
      families.push(...markedFamily(words));
    }
    words = [];
  }
  value.children.fromArray([...head, ...families]);
}

/**
 * Replaces the marked family names with their final names. Families that the book embeds have new
 * names.
 */
export function applyFamilyNames(css: string, renamed: ReadonlyMap<string, string>): string {
  if (!css.includes(FAMILY_MARKER)) return css;
  return css.replaceAll(
    new RegExp(`"${FAMILY_MARKER}((?:[^"\\\\]|\\\\.)*)"`, 'g'),
    (_, name: string) => {
      return `"${renamed.get(familyKey(name)) ?? name}"`;
    },
  );
}

/** Key for comparing family names regardless of case and white space. */
export function familyKey(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

function markedFamily(words: CssNode[]): CssNode[] {
  const [first] = words;
  if (first?.type === 'String') return [markFamilyName(first.value)];
  const names = words.flatMap((word) => (word.type === 'Identifier' ? [word.name] : []));
  if (names.length !== words.length) return words;
  const name = names.join(' ');
  return genericFamilies.has(name.toLowerCase()) ? words : [markFamilyName(name)];
}

function markFamilyName(name: string): CssNode {
  return { type: 'String', value: markedFamilyName(name) };
}

/** A family name that `applyFamilyNames` replaces. */
export function markedFamilyName(name: string): string {
  return FAMILY_MARKER + name.replaceAll(FAMILY_MARKER, '');
}

function comma(): CssNode {
  return { type: 'Operator', value: ',' };
}

/** In `font`, the families follow the size and the line height (CSS Fonts 4, section 3.7). */
function familyStart(nodes: CssNode[]): number | null {
  const size = nodes.findIndex(
    (node) =>
      node.type === 'Dimension' ||
      node.type === 'Percentage' ||
      node.type === 'Function' ||
      (node.type === 'Identifier' &&
        /^(?:x{1,3}-)?(?:small|large)(?:er)?$|^medium$/i.test(node.name)),
  );
  if (size === -1) return null;
  const next = nodes[size + 1];
  return next?.type === 'Operator' && next.value === '/' ? size + 3 : size + 1;
}

/**
 * A `@font-face` rule with its original family name and the first source that exists in the book;
 * null if none does. `local()` fonts are never used because they are not part of the book.
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
    if (name !== null && !supportedFormats.test(name)) sources.pop();
  }
  return sources;
}
