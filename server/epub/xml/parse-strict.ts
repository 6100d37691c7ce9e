import { decodeHTMLStrict } from 'entities';
import { SaxesParser } from 'saxes';
import type { XmlAttribute, XmlDocument } from './node.ts';
import { TreeBuilder } from './tree-builder.ts';

const known = new Map<string, string | undefined>();

/** Named characters of HTML, which EPUB 2 allowed. A document's own entities are never declared. */
const namedCharacters = new Proxy<Record<string, string>>(
  {},
  { get: (_, name) => (typeof name === 'string' ? namedCharacter(name) : undefined) },
);

/**
 * Parses well-formed XML with namespaces. A DOCTYPE is skipped, whatever it declares.
 *
 * @throws Error at the first thing that is not well-formed, an undeclared entity included.
 */
export function parseStrict(text: string, path: string): XmlDocument {
  const builder = new TreeBuilder(path);
  const styleInstructions: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.ENTITIES = namedCharacters;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const own: XmlAttribute[] = [];
    for (const attribute of Object.values(attributes)) {
      if (attribute.prefix === 'xmlns' || attribute.name === 'xmlns') continue;
      own.push({ name: attribute.local, namespace: attribute.uri, value: attribute.value });
    }
    builder.open(local, uri, own.length === 0 ? noAttributes : own);
  });
  parser.on('closetag', () => builder.close());
  parser.on('text', (data) => builder.text(data));
  parser.on('cdata', (data) => builder.text(data));
  parser.on('processinginstruction', ({ target, body }) => {
    if (target === 'xml-stylesheet' && !builder.root) styleInstructions.push(body);
  });
  parser.write(text).close();
  if (!builder.root) throw new Error('there is no element');
  return { root: builder.root, styleInstructions, doctype: doctypeOf(text), nodes: builder.nodes };
}

/** The parser could tell it, but with one handler more its engine reads every text at half the speed. */
function doctypeOf(text: string): string {
  return /<!DOCTYPE\s([^>]*)/.exec(text.slice(0, 2048))?.[1] ?? '';
}

const noAttributes: XmlAttribute[] = [];

function namedCharacter(name: string): string | undefined {
  if (!known.has(name)) {
    if (known.size > 5000) known.clear();
    const reference = `&${name};`;
    const character = /^[a-z][a-z0-9]*$/i.test(name) ? decodeHTMLStrict(reference) : reference;
    known.set(name, character === reference ? undefined : character);
  }
  return known.get(name);
}
