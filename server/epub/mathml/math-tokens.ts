import { attributeOf, MATHML, rawTextOf, type XmlElement, type XmlNode } from '../xml/node.ts';
import { mathLength, multipleOrLength } from './math-lengths.ts';
import { isElement, plainAttribute, renamed, replaceValue, styled } from './math-node.ts';
import { isKnownVariant, toVariantText, variantDeclarations } from './math-variants.ts';

/** Elements that only position parts of a formula, in a way that no engine supports. */
export const alignmentMarks: ReadonlySet<string> = new Set(['maligngroup', 'malignmark']);

/**
 * Converts an identifier, number, operator or text to the characters of its math variant.
 *
 * @param variant - Stated by the element or an ancestor, or null for the default.
 */
export function rewriteToken(element: XmlElement, variant: string | null): XmlElement {
  const { name } = element;
  const children = element.children.flatMap((child): XmlNode[] => {
    if (!isElement(child)) return [child];
    if (child.name === 'mglyph') return [attributeOf(child, 'alt') ?? ''];
    return alignmentMarks.has(child.name) && child.namespace === MATHML ? [] : [child];
  });
  const plain = renamed(element, name, children, ['mathvariant', 'fontfamily']);
  const token = name === 'mo' ? withOperatorLengths(plain) : plain;
  if (variant === null) return token;
  const isUpright = variant === 'normal' || isKnownVariant(variant);
  const upright = name === 'mi' && isUpright ? [plainAttribute('mathvariant', 'normal')] : [];
  const marked = { ...token, attributes: [...token.attributes, ...upright] };
  if (!isKnownVariant(variant)) return marked;
  const length = Array.from(children.map(textIn).join('').trim()).length;
  const declarations = variantDeclarations(variant);
  // Letters in a bold or italic font keep words readable and searchable.
  if (declarations.length > 0 && (name !== 'mi' || length > 1)) return styled(marked, declarations);
  const converted = children.map((child) =>
    isElement(child) ? child : toVariantText(child, variant),
  );
  return { ...marked, children: converted };
}

/** Returns a string literal with its quotation marks, which engines do not add. */
export function rewriteString(element: XmlElement, variant: string | null): XmlElement {
  const open = attributeOf(element, 'lquote') ?? '"';
  const close = attributeOf(element, 'rquote') ?? '"';
  const text = rawTextOf(element).trim();
  const quoted = renamed(element, 'mtext', [`${open}${text}${close}`], ['lquote', 'rquote']);
  return rewriteToken(quoted, variant);
}

function withOperatorLengths(element: XmlElement): XmlElement {
  const spaced = ['lspace', 'rspace'].reduce(
    (result, name) => replaceValue(result, name, mathLength),
    element,
  );
  return ['minsize', 'maxsize'].reduce(
    (result, name) => replaceValue(result, name, multipleOrLength),
    spaced,
  );
}

function textIn(node: XmlNode): string {
  return typeof node === 'string' ? node : rawTextOf(node);
}
