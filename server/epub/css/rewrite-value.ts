import { generate, type CssNode, type List, type Value } from 'css-tree';
import { colorFunctionNames, functionNames } from './allowed-functions.ts';
import { colorWord, themedColor } from './colors.ts';
import { rewriteFamilies } from './families.ts';
import { fontSizeKeywords, readerLength, times } from './lengths.ts';
import { familyProperties, takesColor } from './properties.ts';
import { standardKeyword } from './standard-declaration.ts';

/** How the value's surroundings bear on it. */
export interface ValueContext {
  /** `resource:` address of a file of the book, or null. */
  resource: (address: string) => string | null;
  /** False on pages of a fixed layout, whose colours are part of a picture. */
  themed: boolean;
  /** What 1rem is to the sheet, in multiples of the reader's size. */
  rootFontFactor: number;
}

/** Thrown inside, where a part spoils the whole value. */
class Refused extends Error {}

/**
 * A declaration's value as the reader may use it; null when a part of it may not be used. Colours
 * go through the theme's lightness, lengths into the reader's units, addresses to `resource:`.
 * The node is changed on the way.
 */
export function rewriteValue(property: string, value: Value, context: ValueContext): string | null {
  try {
    if (familyProperties.has(property)) rewriteFamilies(property, value);
    rewriteList(value.children, { property, context, inText: sizesText(property) });
    return generate(value);
  } catch (cause) {
    if (cause instanceof Refused) return null;
    throw cause;
  }
}

interface Place {
  property: string;
  context: ValueContext;
  inText: boolean;
}

function rewriteList(children: List<CssNode>, place: Place): void {
  children.forEach((node, item) => {
    const text = rewritten(node, place);
    if (text !== null) item.data = { type: 'Raw', value: text };
  });
}

/** What stands in the node's place; null keeps the node. */
function rewritten(node: CssNode, place: Place): string | null {
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
      const length = readerLength(node.value, node.unit, place.inText, context.rootFontFactor);
      if (length === null) throw new Refused();
      return length;
    }
    case 'Hash':
      return takesColor(property) && context.themed ? themedColor(`#${node.value}`) : null;
    case 'Identifier':
      return rewriteWord(node.name, place);
    case 'Url':
      return rewriteUrl(node.value, context);
    case 'Parentheses':
      rewriteList(node.children, place);
      return null;
    case 'Function':
      return rewriteFunction(node.name, node.children, node, place);
    default:
      throw new Refused();
  }
}

function rewriteWord(word: string, { property, context }: Place): string | null {
  const standard = standardKeyword(property, word);
  if (standard.startsWith('-') && !/^-?(?:\d|[a-z])/i.test(standard)) throw new Refused();
  if (takesColor(property)) {
    const meaning = colorWord(word);
    if (meaning === 'system') throw new Refused();
    if (meaning === 'color') return context.themed ? themedColor(word.toLowerCase()) : null;
  }
  const factor = /^font(?:-size)?$/.test(property)
    ? fontSizeKeywords[word.toLowerCase()]
    : undefined;
  if (factor !== undefined) return times(factor, 'var(--svc-rem)');
  return standard === word ? null : standard;
}

function rewriteFunction(
  written: string,
  children: List<CssNode>,
  node: CssNode,
  place: Place,
): string | null {
  const name = written.toLowerCase().replace(/^-(?:webkit|moz|o)-(?=.*gradient$)/, '');
  // Prefixed gradients count their angles from another side; a plain background is better than a wrong one.
  if (name !== written.toLowerCase()) throw new Refused();
  if (colorFunctionNames.has(name)) {
    // The parts of a colour are numbers: nothing in there may be a variable or a system colour.
    rewriteList(children, { ...place, context: { ...place.context, themed: false } });
    return place.context.themed ? themedColor(generate(node)) : null;
  }
  if (!functionNames.has(name)) throw new Refused();
  if (name === 'attr' && place.property !== 'content') throw new Refused();
  rewriteList(children, place);
  return null;
}

function rewriteUrl(address: string, { resource }: ValueContext): string {
  // A fragment alone names a gradient, a clip or a marker of an inline SVG.
  const found = /^#[\w.:-]+$/.test(address) ? address : resource(address);
  if (found === null) throw new Refused();
  return `url("${found.replaceAll(/["\\\n]/g, encodeURIComponent)}")`;
}

function sizesText(property: string): boolean {
  return property === 'font-size' || property === 'line-height' || property === 'font';
}
