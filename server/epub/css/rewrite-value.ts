import { generate, type CssNode, type List, type Value } from 'css-tree';
import { allowedColorFunctionNames, allowedFunctionNames } from '../../../shared/allowlists/css.ts';
import { classifyColorKeyword, themedBackgroundColor, themedColor } from './colors.ts';
import { markFamilies } from './fonts.ts';
import { fontSizeKeywords, toReaderLength, calcProduct } from './lengths.ts';
import { visibleLine } from './readable-colors.ts';
import { familyProperties, acceptsColor, standardKeyword } from './properties.ts';

/** Context in which a value is rewritten. */
export interface ValueContext {
  /** Returns the `resource:` URL of a file in the book, or null. */
  resolveResource: (address: string) => string | null;
  /** False on fixed-layout pages, whose colors are part of their artwork. */
  themed: boolean;
  /** Size of 1rem in the style sheet, as a multiple of the reader's font size. */
  rootFontFactor: number;
}

/** Thrown internally if part of a value is not allowed. */
class DisallowedValue extends Error {}

/**
 * Rewrites a declaration's value for the reader, or returns null if part of it is not allowed.
 * Adapts colors to the theme's lightness, and converts lengths to the reader's units and URLs to
 * `resource:`. Modifies the node.
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

function rewriteList(children: List<CssNode>, state: RewriteState): void {
  children.forEach((node, item) => {
    const text = rewriteNode(node, state);
    if (text !== null) item.data = { type: 'Raw', value: text };
  });
}

/** Returns the node's replacement, or null to keep the node. */
function rewriteNode(node: CssNode, state: RewriteState): string | null {
  const { property, context } = state;
  switch (node.type) {
    case 'Number':
    case 'Percentage':
    case 'Operator':
    case 'String':
    case 'UnicodeRange':
    case 'Ratio':
      return null;
    case 'Dimension': {
      const length = toReaderLength(node.value, node.unit, state.sizesText, context.rootFontFactor);
      if (length === null) throw new DisallowedValue();
      return length;
    }
    case 'Hash':
      return acceptsColor(property) && context.themed ? colorFor(property, `#${node.value}`) : null;
    case 'Identifier':
      return rewriteKeyword(node.name, state);
    case 'Url':
      return rewriteUrl(node.value, context);
    case 'Parentheses':
      rewriteList(node.children, state);
      return null;
    case 'Function':
      return rewriteFunction(node.name, node.children, node, state);
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
    if (meaning === 'color') return context.themed ? colorFor(property, word.toLowerCase()) : null;
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
  state: RewriteState,
): string | null {
  const name = written.toLowerCase().replace(/^-(?:webkit|moz|o)-(?=.*gradient$)/, '');
  // Prefixed gradients measure angles differently, and a plain background is better than a wrong
  // gradient.
  if (name !== written.toLowerCase()) throw new DisallowedValue();
  if (allowedColorFunctionNames.has(name)) {
    // Color components are numbers, so they cannot contain variables or system colors.
    rewriteList(children, { ...state, context: { ...state.context, themed: false } });
    return state.context.themed ? colorFor(state.property, generate(node)) : null;
  }
  if (!allowedFunctionNames.has(name)) throw new DisallowedValue();
  if (name === 'attr' && state.property !== 'content') throw new DisallowedValue();
  rewriteList(children, state);
  return null;
}

const lineProperty = /^(?:border(?!-image)|outline|column-rule)/;

function colorFor(property: string, color: string): string {
  if (property.startsWith('background')) return themedBackgroundColor(color);
  return (lineProperty.test(property) && visibleLine(color)) || themedColor(color);
}

function rewriteUrl(address: string, { resolveResource }: ValueContext): string {
  // A URL with only a fragment references a gradient, clip path or marker in an inline SVG.
  const found = /^#[\w.:-]+$/.test(address) ? address : resolveResource(address);
  if (found === null) throw new DisallowedValue();
  return `url("${found.replaceAll(/["\\\n]/g, encodeURIComponent)}")`;
}

function isTextSizeProperty(property: string): boolean {
  return property === 'font-size' || property === 'line-height' || property === 'font';
}
