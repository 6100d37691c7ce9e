import { generate, type CssNode, type List, type Value } from 'css-tree';
import { allowedColorFunctionNames, allowedFunctionNames } from '../../../shared/allowlists/css.ts';
import { classifyColorKeyword, themedColor } from './colors.ts';
import { markFamilies } from './fonts.ts';
import { fontSizeKeywords, toReaderLength, calcProduct } from './lengths.ts';
import { familyProperties, acceptsColor, standardKeyword } from './properties.ts';

/** How the value's surroundings bear on it. */
export interface ValueContext {
  /** `resource:` address of a file of the book, or null. */
  resolveResource: (address: string) => string | null;
  /** False on pages of a fixed layout, whose colours are part of a picture. */
  themed: boolean;
  /** What 1rem is to the sheet, in multiples of the reader's size. */
  rootFontFactor: number;
}

/** Thrown inside, where a part spoils the whole value. */
class DisallowedValue extends Error {}

/**
 * A declaration's value as the reader may use it; null when a part of it may not be used. Colours
 * go through the theme's lightness, lengths into the reader's units, addresses to `resource:`.
 * The node is changed on the way.
 */
export function rewriteValue(property: string, value: Value, context: ValueContext): string | null {
  try {
    if (familyProperties.has(property)) markFamilies(property, value);
    rewriteList(value.children, { property, context, sizesText: isTextSizeProperty(property) });
    return generate(value);
  } catch (cause) {
    if (cause instanceof DisallowedValue) return null;
    throw cause;
  }
}

interface RewriteState {
  property: string;
  context: ValueContext;
  sizesText: boolean;
}

function rewriteList(children: List<CssNode>, place: RewriteState): void {
  children.forEach((node, item) => {
    const text = rewriteNode(node, place);
    if (text !== null) item.data = { type: 'Raw', value: text };
  });
}

/** What stands in the node's place; null keeps the node. */
function rewriteNode(node: CssNode, place: RewriteState): string | null {
  const { property, context } = place;
  switch (node.type) {
    case 'Number':
    case 'Percentage':
    case 'Operator':
    case 'String':
    case 'UnicodeRange':
    case 'Ratio':
      return null;
    case 'Dimension': {
      const length = toReaderLength(node.value, node.unit, place.sizesText, context.rootFontFactor);
      if (length === null) throw new DisallowedValue();
      return length;
    }
    case 'Hash':
      return acceptsColor(property) && context.themed ? themedColor(`#${node.value}`) : null;
    case 'Identifier':
      return rewriteKeyword(node.name, place);
    case 'Url':
      return rewriteUrl(node.value, context);
    case 'Parentheses':
      rewriteList(node.children, place);
      return null;
    case 'Function':
      return rewriteFunction(node.name, node.children, node, place);
    default:
      throw new DisallowedValue();
  }
}

function rewriteKeyword(word: string, { property, context }: RewriteState): string | null {
  const standard = standardKeyword(property, word);
  if (standard.startsWith('-') && !/^-?(?:\d|[a-z])/i.test(standard)) throw new DisallowedValue();
  if (acceptsColor(property)) {
    const meaning = classifyColorKeyword(word);
    if (meaning === 'system') throw new DisallowedValue();
    if (meaning === 'color') return context.themed ? themedColor(word.toLowerCase()) : null;
  }
  const factor = /^font(?:-size)?$/.test(property)
    ? fontSizeKeywords[word.toLowerCase()]
    : undefined;
  if (factor !== undefined) return calcProduct(factor, 'var(--svc-rem)');
  return standard === word ? null : standard;
}

function rewriteFunction(
  written: string,
  children: List<CssNode>,
  node: CssNode,
  place: RewriteState,
): string | null {
  const name = written.toLowerCase().replace(/^-(?:webkit|moz|o)-(?=.*gradient$)/, '');
  // Prefixed gradients count their angles from another side; a plain background is better than a wrong one.
  if (name !== written.toLowerCase()) throw new DisallowedValue();
  if (allowedColorFunctionNames.has(name)) {
    // The parts of a colour are numbers: nothing in there may be a variable or a system colour.
    rewriteList(children, { ...place, context: { ...place.context, themed: false } });
    return place.context.themed ? themedColor(generate(node)) : null;
  }
  if (!allowedFunctionNames.has(name)) throw new DisallowedValue();
  if (name === 'attr' && place.property !== 'content') throw new DisallowedValue();
  rewriteList(children, place);
  return null;
}

function rewriteUrl(address: string, { resolveResource }: ValueContext): string {
  // A fragment alone names a gradient, a clip or a marker of an inline SVG.
  const found = /^#[\w.:-]+$/.test(address) ? address : resolveResource(address);
  if (found === null) throw new DisallowedValue();
  return `url("${found.replaceAll(/["\\\n]/g, encodeURIComponent)}")`;
}

function isTextSizeProperty(property: string): boolean {
  return property === 'font-size' || property === 'line-height' || property === 'font';
}
