import { Failure } from '../../failure.ts';
import type { Warnings } from '../warnings.ts';
import type { XmlDocument, XmlAttribute } from './node.ts';
import { parseLenient } from './parse-lenient.ts';
import { decodeHTMLStrict } from 'entities';
import { SaxesParser } from 'saxes';
import { TreeBuilder } from './tree-builder.ts';

const characterCache = new Map<string, string | undefined>();

/** HTML named characters, which EPUB 2 allows. Entities that a document declares are ignored. */
const namedCharacters = new Proxy<Record<string, string>>(
  {},
  { get: (_, name) => (typeof name === 'string' ? namedCharacter(name) : undefined) },
);

const noAttributes: XmlAttribute[] = [];
/**
 * Parses a file from the book. A file that is not well-formed causes a warning and is parsed
 * leniently. Returns null if it has no element.
 *
 * @throws Failure `epub_unsafe` if it has more than a million nodes.
 */
export function parseDocument(
  text: string,
  path: string,
  language: 'html' | 'xml',
  warnings: Warnings,
): XmlDocument | null {
  try {
    return parseStrict(text, path);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const detail = cause instanceof Error ? cause.message.replace(/\.$/, '') : 'unknown reason';
    warnings.add('not_well_formed', `“${path}” is not well-formed XML (${detail}).`, path);
    return parseLenient(text, path, language);
  }
}

/**
 * Parses well-formed XML with namespaces. Skips the DOCTYPE.
 *
 * @throws Error at the first violation of well-formedness, including undeclared entities.
 */
function parseStrict(text: string, path: string): XmlDocument {
  const builder = new TreeBuilder(path);
  const styleInstructions: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.ENTITIES = namedCharacters;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const elementAttributes: XmlAttribute[] = [];
    for (const attribute of Object.values(attributes)) {
      if (attribute.prefix === 'xmlns' || attribute.name === 'xmlns') continue;
      elementAttributes.push({
        name: attribute.local,
        namespace: attribute.uri,
        value: attribute.value,
      });
    }
    builder.open(local, uri, elementAttributes.length === 0 ? noAttributes : elementAttributes);
  });
  parser.on('closetag', () => builder.close());
  parser.on('text', (data) => builder.text(data));
  parser.on('cdata', (data) => builder.text(data));
  parser.on('processinginstruction', ({ target, body }) => {
    if (target === 'xml-stylesheet' && !builder.root) styleInstructions.push(body);
  });
  parser.write(text).close();
  if (!builder.root) throw new Error('the document has no element');
  return { root: builder.root, styleInstructions, doctype: doctypeOf(text), nodes: builder.nodes };
}

/**
 * Extracts the DOCTYPE by regular expression because a parser handler for it would halve the
 * parser's speed.
 */
function doctypeOf(text: string): string {
  return /<!DOCTYPE\s([^>]*)/.exec(text.slice(0, 2048))?.[1] ?? '';
}

function namedCharacter(name: string): string | undefined {
  if (!characterCache.has(name)) {
    if (characterCache.size > 5000) characterCache.clear();
    const reference = `&${name};`;
    const character = /^[a-z][a-z0-9]*$/i.test(name) ? decodeHTMLStrict(reference) : reference;
    characterCache.set(name, character === reference ? undefined : character);
  }
  return characterCache.get(name);
}
