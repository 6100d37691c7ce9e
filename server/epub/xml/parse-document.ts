import { Failure } from '../../failure.ts';
import type { Warnings } from '../warnings.ts';
import type { XmlDocument, XmlAttribute } from './node.ts';
import { parseLenient } from './parse-lenient.ts';
import { decodeHTMLStrict } from 'entities';
import { SaxesParser } from 'saxes';
import { TreeBuilder } from './tree-builder.ts';

const characterCache = new Map<string, string | undefined>();

/** Named characters of HTML, which EPUB 2 allowed. A document's own entities are never declared. */
const namedCharacters = new Proxy<Record<string, string>>(
  {},
  { get: (_, name) => (typeof name === 'string' ? namedCharacter(name) : undefined) },
);

const noAttributes: XmlAttribute[] = [];
/**
 * Parses a file of the book. One that is not well-formed costs a warning and is read leniently;
 * null when not even an element can be found.
 *
 * @throws Failure `epub_unsafe` for one of more than a million nodes.
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
    const why = cause instanceof Error ? cause.message.replace(/\.$/, '') : 'unknown reason';
    warnings.add('not_well_formed', `“${path}” is not well-formed XML (${why}).`, path);
    return parseLenient(text, path, language);
  }
}

/**
 * Parses well-formed XML with namespaces. A DOCTYPE is skipped, whatever it declares.
 *
 * @throws Error at the first thing that is not well-formed, an undeclared entity included.
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

function namedCharacter(name: string): string | undefined {
  if (!characterCache.has(name)) {
    if (characterCache.size > 5000) characterCache.clear();
    const reference = `&${name};`;
    const character = /^[a-z][a-z0-9]*$/i.test(name) ? decodeHTMLStrict(reference) : reference;
    characterCache.set(name, character === reference ? undefined : character);
  }
  return characterCache.get(name);
}
