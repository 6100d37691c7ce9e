import { attributeOf, MATHML, type XmlElement, type XmlNode } from '../xml/node.ts';
import { mathmlRule } from '../../../shared/allowlists/elements.ts';
import { rewriteLongDivision, rewriteStack } from './elementary-math.ts';
import { rewriteEnclosure } from './enclosures.ts';
import { mathLength, multipleOrLength } from './math-lengths.ts';
import { isElement, mathNode, renamed, replaceValue } from './math-node.ts';
import { rewriteTable } from './math-tables.ts';
import { alignmentMarks, rewriteString, rewriteToken } from './math-tokens.ts';

/** Elements of MathML Core, except those with their own rewriter. */
const coreElements = new Set(
  `math merror mmultiscripts mover mphantom mprescripts mroot mrow msqrt msub msubsup msup munder
  munderover semantics mtd mtr`.split(/\s+/),
);
const tokens = new Set(['mi', 'mn', 'mo', 'mtext']);
/** Elements whose children have fixed meanings, so none may be omitted. */
const fixedChildren = new Set(
  'mfrac mroot msub msup msubsup munder mover munderover mmultiscripts'.split(' '),
);

/** Brackets that look like stretchy mathematical brackets. */
const mathBrackets: Record<string, string> = {
  '\u2329': '\u27E8',
  '\u3008': '\u27E8',
  '\u232A': '\u27E9',
  '\u3009': '\u27E9',
};

interface Inherited {
  /** Math variant stated by an ancestor. */
  variant: string | null;
}

/**
 * Converts a formula to MathML Core, the part of MathML that Chromium, Firefox and WebKit render in
 * the same way. Replaces elements and attributes of MathML 1–3 with equivalents of the same
 * appearance. Source: MathML Core and MathML 3.
 */
export function toMathmlCore(math: XmlElement): XmlElement {
  return rewrite(math.namespace === MATHML ? math : withNamespace(math), { variant: null });
}

/** Formulas in HTML documents have no namespace, so their elements are found by name. */
function withNamespace(element: XmlElement): XmlElement {
  const isMath = mathmlRule(element.name) !== 'unwrap' || contentElements.has(element.name);
  return {
    ...element,
    ...(isMath && { namespace: MATHML }),
    children: element.children.map((child) => (isElement(child) ? withNamespace(child) : child)),
  };
}

function rewrite(source: XmlElement, inherited: Inherited): XmlElement {
  // HTML inside `mtext` and markers are not part of the formula.
  if (source.namespace !== MATHML) return source;
  const element = modernized(source);
  const variant = attributeOf(element, 'mathvariant')?.trim() ?? inherited.variant;
  if (tokens.has(element.name)) return rewriteToken(element, variant);
  const state = { variant };
  const children = rewriteChildren(element, state);
  switch (element.name) {
    case 'mfenced':
      return rewriteFences(element, children);
    case 'menclose':
      return rewriteEnclosure({ ...element, children });
    case 'mtable':
      return rewriteTable({ ...element, children });
    case 'mstack':
      return rewriteStack(element, (part) => rewrite(part, state));
    case 'mlongdiv':
      return rewriteLongDivision(element, (part) => rewrite(part, state));
    case 'maction':
      return selectedPart(element, children);
    case 'semantics':
      return presentationOf(element, state);
    case 'mfrac':
      return rewriteFraction(element, children);
    case 'ms':
      return rewriteString(element, variant);
    case 'mglyph':
      return mathNode('mtext', {}, [attributeOf(element, 'alt') ?? '']);
    case 'mspace':
      return withLengths(renamed(element, 'mspace', []), ['width', 'height', 'depth']);
    case 'mpadded':
      return rewritePadding(element, children);
    case 'mlabeledtr':
      return { ...element, children };
    case 'mstyle':
      return renamed(element, 'mstyle', children, ['mathvariant']);
    default:
      return renamed(element, coreElements.has(element.name) ? element.name : 'mrow', children, [
        'mathvariant',
      ]);
  }
}

function rewriteChildren(element: XmlElement, inherited: Inherited): XmlNode[] {
  return element.children.flatMap((child): XmlNode[] => {
    if (!isElement(child)) return [child];
    if (alignmentMarks.has(child.name))
      return fixedChildren.has(element.name) ? [mathNode('mrow')] : [];
    return [rewrite(child, inherited)];
  });
}

/** Converts MathML 1 attributes and numbers without a unit. */
function modernized(element: XmlElement): XmlElement {
  const kept = element.attributes.filter(({ name }) => !legacyNames.has(name));
  const attributes = kept.map((attribute) => {
    const name = attribute.namespace === '' ? modernNames[attribute.name] : undefined;
    return name && attributeOf(element, name) === undefined ? { ...attribute, name } : attribute;
  });
  const weight = attributeOf(element, 'fontweight')?.trim();
  const style = attributeOf(element, 'fontstyle')?.trim();
  const legacy = [weight === 'bold' ? 'bold' : '', style === 'italic' ? 'italic' : ''];
  const legacyVariant = legacy.filter(Boolean).join('-') || (style === 'normal' ? 'normal' : '');
  if (legacyVariant && attributeOf(element, 'mathvariant') === undefined) {
    attributes.push({ name: 'mathvariant', namespace: '', value: legacyVariant });
  }
  const result = { ...element, attributes };
  if (element.name === 'math' && attributeOf(element, 'mode') === 'display') {
    attributes.push({ name: 'display', namespace: '', value: 'block' });
  }
  return replaceValue(result, 'mathsize', (size) => namedSizes[size] ?? multipleOrLength(size));
}

const legacyNames = new Set(['fontweight', 'fontstyle', 'fontfamily', 'mode']);
const modernNames: Record<string, string> = {
  color: 'mathcolor',
  background: 'mathbackground',
  fontsize: 'mathsize',
};
const namedSizes: Record<string, string> = { small: '80%', normal: '100%', big: '125%' };

function rewriteFences(element: XmlElement, children: XmlNode[]): XmlElement {
  const open = attributeOf(element, 'open') ?? '(';
  const close = attributeOf(element, 'close') ?? ')';
  const separators = Array.from((attributeOf(element, 'separators') ?? ',').replaceAll(/\s/g, ''));
  const parts: XmlNode[] = [];
  let count = 0;
  for (const child of children) {
    const isPart = isElement(child) && child.namespace === MATHML;
    const separator = separators[Math.min(count - 1, separators.length - 1)];
    if (isPart && count > 0 && separator !== undefined) {
      parts.push(mathNode('mo', { separator: 'true' }, [separator]));
    }
    if (isPart) count += 1;
    parts.push(child);
  }
  const inner = count > 1 ? [mathNode('mrow', {}, parts)] : parts;
  const fenced = [...fence(open, 'prefix'), ...inner, ...fence(close, 'postfix')];
  return renamed(element, 'mrow', fenced, ['open', 'close', 'separators']);
}

function fence(written: string, form: 'prefix' | 'postfix'): XmlElement[] {
  const text = written.trim();
  if (text === '') return [];
  const attributes = { form, fence: 'true', stretchy: 'true', lspace: '0', rspace: '0' };
  return [mathNode('mo', attributes, [mathBrackets[text] ?? text])];
}

function selectedPart(element: XmlElement, children: XmlNode[]): XmlElement {
  const parts = children.filter(isElement);
  const isToggle = attributeOf(element, 'actiontype')?.trim() === 'toggle';
  const selection = isToggle ? Number.parseInt(attributeOf(element, 'selection') ?? '1', 10) : 1;
  const chosen = parts[selection - 1] ?? parts[0];
  // Links to the formula need the element with this id.
  if (chosen && attributeOf(element, 'id') === undefined) return chosen;
  return renamed(element, 'mrow', chosen ? [chosen] : [], ['actiontype', 'selection']);
}

/**
 * Returns the presentation markup: the first child, or an annotation if the first child is content
 * markup.
 */
function presentationOf(element: XmlElement, state: Inherited): XmlElement {
  const parts = element.children.filter(isElement);
  const isAnnotation = ({ name }: XmlElement) => name.startsWith('annotation');
  const first = parts.find((part) => !isAnnotation(part));
  const annotation = parts.find(
    (part) =>
      part.name === 'annotation-xml' &&
      /mathml-presentation/i.test(attributeOf(part, 'encoding') ?? ''),
  );
  const isContent = first === undefined || contentElements.has(first.name);
  const chosen = isContent && annotation ? { ...annotation, name: 'mrow' } : first;
  return renamed(element, 'semantics', chosen ? [rewrite(chosen, state)] : []);
}

const contentElements = new Set(
  'apply bind bvar cbytes ci cn cs csymbol declare interval lambda list matrix piecewise reln set share vector'.split(
    ' ',
  ),
);

const thicknesses: Record<string, string> = { thin: '50%', medium: '100%', thick: '200%' };

function rewriteFraction(element: XmlElement, children: XmlNode[]): XmlElement {
  const dropped = ['bevelled', 'numalign', 'denomalign'];
  if (attributeOf(element, 'bevelled')?.trim() === 'true') {
    const [numerator, denominator] = children.filter(isElement);
    const slash = mathNode('mo', { form: 'infix', stretchy: 'true', lspace: '0', rspace: '0' }, [
      '/',
    ]);
    const parts = [...(numerator ? [numerator] : []), slash, ...(denominator ? [denominator] : [])];
    return renamed(element, 'mrow', parts, [...dropped, 'linethickness']);
  }
  const fraction = renamed(element, 'mfrac', children, dropped);
  return replaceValue(
    fraction,
    'linethickness',
    (value) => thicknesses[value] ?? multipleOrLength(value),
  );
}

/**
 * Increments such as `+0.2em` are relative to the content, so only additional space can express
 * them.
 */
function rewritePadding(element: XmlElement, children: XmlNode[]): XmlElement {
  const increment = /^\s*([+-].*)$/.exec(attributeOf(element, 'width') ?? '')?.[1];
  const space = increment === undefined ? null : mathLength(increment);
  const padded = withLengths(
    renamed(element, 'mpadded', children, increment === undefined ? [] : ['width']),
    ['width', 'height', 'depth', 'lspace', 'voffset'],
  );
  if (space === null || space === '0') return padded;
  return mathNode('mrow', {}, [padded, mathNode('mspace', { width: space })]);
}

function withLengths(element: XmlElement, names: readonly string[]): XmlElement {
  return names.reduce((result, name) => replaceValue(result, name, paddingLength), element);
}

/** Returns a length, 0 for a multiple of zero, or null if it depends on the size of the content. */
function paddingLength(value: string): string | null {
  const isOffset = mathLength(value);
  if (isOffset !== null && !isOffset.endsWith('%')) return isOffset;
  return /^[+]?0(?:\.0*)?\s*(?:%|width|height|depth)*\s*(?:width|height|depth)?$/.test(value)
    ? '0'
    : null;
}
