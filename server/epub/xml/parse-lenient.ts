import { Parser } from 'htmlparser2';
import {
  EPUB,
  MATHML,
  OPF,
  SVG,
  XHTML,
  XLINK,
  XML,
  type XmlAttribute,
  type XmlDocument,
} from './node.ts';
import { TreeBuilder } from './tree-builder.ts';

/** Namespaces of common prefixes, for broken files that do not declare them. */
const commonPrefixes: Record<string, string> = {
  epub: EPUB,
  opf: OPF,
  xlink: XLINK,
  xml: XML,
  svg: SVG,
  m: MATHML,
  mml: MATHML,
  dc: 'http://purl.org/dc/elements/1.1/',
  xhtml: XHTML,
  html: XHTML,
};

/** Uppercase HTML tags, for which the parser would not imply end tags. */
const uppercaseTag = /<(?:HTML|BODY|P|BR|HR|IMG|DIV|H[1-6]|LI|TD)\b/;

/**
 * Parses as much as possible of a file that is not well-formed. Content documents are parsed as
 * HTML, as in browsers; other files are parsed as XML, with missing tags supplied. Returns null if
 * there is no element.
 */
export function parseLenient(
  text: string,
  path: string,
  language: 'html' | 'xml',
): XmlDocument | null {
  const builder = new TreeBuilder(path);
  const declared = new Map(Object.entries(commonPrefixes));
  const isUppercase = language === 'html' && uppercaseTag.test(text);
  const parser = new Parser(
    {
      onopentag(qualifiedName, attributes) {
        for (const [name, value] of Object.entries(attributes)) {
          if (name.startsWith('xmlns:')) declared.set(name.slice(6), value);
        }
        const [name, prefix] = splitName(qualifiedName);
        const namespace =
          (prefix !== null && declared.get(prefix)) ||
          attributes['xmlns'] ||
          inheritedNamespace(name, builder, language);
        builder.open(name, namespace, toAttributes(attributes, declared));
      },
      onclosetag: () => builder.close(),
      ontext: (data) => builder.text(data),
    },
    {
      xmlMode: language === 'xml',
      recognizeSelfClosing: true,
      recognizeCDATA: true,
      lowerCaseTags: isUppercase,
      lowerCaseAttributeNames: isUppercase,
    },
  );
  parser.end(text);
  const { root, nodes } = builder;
  return root && { root, styleInstructions: [], doctype: '', nodes };
}

function inheritedNamespace(name: string, builder: TreeBuilder, language: 'html' | 'xml'): string {
  if (name === 'svg') return SVG;
  if (name === 'math') return MATHML;
  const parent = builder.current;
  if (!parent) return language === 'html' ? XHTML : '';
  return parent.name === 'foreignObject' ? XHTML : parent.namespace;
}

function toAttributes(
  attributes: Record<string, string>,
  declared: Map<string, string>,
): XmlAttribute[] {
  return Object.entries(attributes).map(([qualifiedName, value]) => {
    const [name, prefix] = splitName(qualifiedName);
    const namespace = prefix === null ? '' : (declared.get(prefix) ?? prefix);
    return { name, namespace, value };
  });
}

function splitName(qualifiedName: string): [name: string, prefix: string | null] {
  const colon = qualifiedName.indexOf(':');
  if (colon === -1) return [qualifiedName, null];
  return [qualifiedName.slice(colon + 1), qualifiedName.slice(0, colon)];
}
