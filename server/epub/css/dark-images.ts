import { generate, type CssNode, type List } from 'css-tree';
import { rewriteSelectors } from './rewrite-selector.ts';

const wholeInvert = /^invert\((?:100%|1)?\)$/i;

/** Resolves to 1 in dark themes, whose `--svc-l-base` is above 0.5, and to 0 in others. */
const invertFraction = 'clamp(0,calc(var(--svc-l-base)*9 - 4.5),1)';

/** Declaration of a class that inverts dark drawings in dark themes, but keeps their hues. */
export const invertedDrawing = `filter:invert(${invertFraction}) hue-rotate(calc(${invertFraction}*180deg))`;

/** Whether rules apply only to dark color schemes, without other conditions. */
export function isDarkSchemeOnly(queries: CssNode[]): boolean {
  return queries.length > 0 && queries.every(requiresDarkScheme);
}

/** In forced-colors mode, the system sets the background regardless of the theme. */
const forcedColorQueries: [query: string, inverted: 0 | 1][] = [
  ['screen and (forced-colors:active)', 0],
  ['screen and (forced-colors:active) and (prefers-color-scheme:dark)', 1],
];

/**
 * Keeps only image inversion, both in the reader's dark themes and on dark backgrounds in
 * forced-colors mode. Omits colors, because the theme adapts those of the light scheme.
 */
export function compileDarkImageRules(nodes: List<CssNode>, nested: boolean): string {
  let css = '';
  nodes.forEach((node) => {
    if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return;
    if (!node.block.children.some(inverts)) return;
    const selectors = rewriteSelectors(node.prelude, nested)
      .filter(({ isRoot, hasPseudoElement }) => !isRoot && !hasPseudoElement)
      .map(({ text }) => text);
    if (selectors.length === 0) return;
    const images = `:is(${selectors.join(',')}):where(img,svg)`;
    css += `${images}{filter:invert(${invertFraction})}`;
    for (const [query, inverted] of forcedColorQueries) {
      css += `@media ${query}{${images}{filter:invert(${inverted})}}`;
    }
  });
  return css;
}

function inverts(node: CssNode): boolean {
  if (node.type !== 'Declaration' || node.property.toLowerCase() !== 'filter') return false;
  return wholeInvert.test(generate(node.value));
}

function requiresDarkScheme(query: CssNode): boolean {
  if (query.type !== 'MediaQuery' || query.modifier !== null) return false;
  const { mediaType, condition } = query;
  if (mediaType !== null && !/^(?:all|screen)$/i.test(mediaType)) return false;
  const [feature, more] = condition?.type === 'Condition' ? condition.children.toArray() : [];
  if (feature?.type !== 'Feature' || more) return false;
  const { name, value } = feature;
  const isDark = value?.type === 'Identifier' && value.name.toLowerCase() === 'dark';
  return name.toLowerCase() === 'prefers-color-scheme' && isDark;
}
