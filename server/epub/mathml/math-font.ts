import { readFileSync } from 'node:fs';
import type { FontFaceDescription, Resource, Section, Tree } from '../contract.ts';
import { markedFamilyName } from '../css/fonts.ts';

const file = new URL('../../../dist/svc-reader/fonts/stix-two-math.woff2', import.meta.url);

const family = 'svc-math';
const path = 'svc-data/stix-two-math.woff2';
const face: FontFaceDescription = {
  family,
  src: `resource:${path}`,
  weight: 'normal',
  style: 'normal',
  stretch: 'normal',
  unicodeRange: 'U+0-10FFFF',
};

/** Applies unless the book's styles choose another font. */
const rule = `:where(math){font-family:"${markedFamilyName(family)}",math}`;

/**
 * Sets the font of formulas. Without a font with mathematical tables, which Android and many Linux
 * systems lack, browsers draw brackets, roots and sums no larger than text.
 *
 * @returns The font as part of the book, or null if the book has no formulas.
 */
export function useMathFont(
  sections: Section[],
): { face: FontFaceDescription; resource: Resource } | null {
  const found = sections.filter(({ tree }) => hasMath(tree));
  if (found.length === 0) return null;
  for (const section of found) section.css = rule + section.css;
  const bytes = new Uint8Array(readFileSync(file));
  return { face, resource: { path, mediaType: 'font/woff2', bytes, width: null, height: null } };
}

function hasMath(node: Tree): boolean {
  if (typeof node === 'string') return false;
  const [tag, , ...children] = node;
  return tag === 'math' || children.some(hasMath);
}
