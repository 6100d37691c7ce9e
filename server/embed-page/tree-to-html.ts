import { escapeText } from 'entities';
import type { Tree, TreeElement } from '../epub/contract.ts';
import { fragmentReference, isExternalUrl } from '../../shared/allowlists/urls.ts';
import {
  isAllowedHtmlAttribute,
  isAllowedMathmlAttribute,
  isAllowedSvgAttribute,
} from '../../shared/allowlists/attributes.ts';
import { htmlRule, mathmlRule, svgRule } from '../../shared/allowlists/elements.ts';
import { htmlAttribute } from './html.ts';

/** Where the addresses of a tree lead on this page. */
export interface TreeUrls {
  /** Of a file of the book, by its path in the container. */
  resource: (path: string) => string;
  /** Of a place in the book; null for one that is not licensed: then the words stay, unlinked. */
  section: (index: number, id: string) => string | null;
}

type Vocabulary = 'html' | 'svg' | 'math';

/** As deep as the component builds. */
const maxDepth = 512;

const voidTags = new Set(['area', 'br', 'col', 'hr', 'img', 'source', 'track', 'wbr']);

/**
 * A compiled tree as markup. It is compiled from an allowlist; this is the same list once more, for
 * whatever may lie in the database. Every `<` and `>` of the answer is of a tag on it: however a parser
 * may rearrange the markup, nothing else can come of it.
 */
export function treeToHtml(tree: TreeElement, addresses: TreeUrls): string {
  const write = (node: Tree, parent: Vocabulary, depth: number): string => {
    if (typeof node === 'string') return escapeText(node);
    const [tag, attributes, ...children] = node;
    const vocabulary = tag === 'svg' || tag === 'math' ? tag : parent;
    if (depth > maxDepth || !isAllowedTag(vocabulary, tag)) return '';
    const inside = /^(?:foreignObject|mtext|m[inos])$/.test(tag) ? 'html' : vocabulary;
    const written = Object.entries(attributes)
      .map(([name, value]) => writeAttribute(vocabulary, tag, name, String(value), addresses))
      .join('');
    if (vocabulary === 'html' && voidTags.has(tag)) return `<${tag}${written}>`;
    return `<${tag}${written}>${children.map((child) => write(child, inside, depth + 1)).join('')}</${tag}>`;
  };
  return write(tree, 'html', 0);
}

function isAllowedTag(vocabulary: Vocabulary, tag: string): boolean {
  if (vocabulary === 'svg') return svgRule(tag) === 'keep';
  return (vocabulary === 'math' ? mathmlRule(tag) : htmlRule(tag)) === 'keep';
}

function writeAttribute(
  vocabulary: Vocabulary,
  tag: string,
  name: string,
  value: string,
  addresses: TreeUrls,
): string {
  if (name === 'href') return writeHref(vocabulary, tag, value, addresses);
  if (name === 'src' || name === 'poster') {
    const path = vocabulary === 'html' ? resourcePath(value) : null;
    return path === null ? '' : htmlAttribute(name, addresses.resource(path));
  }
  return isAllowedAttribute(vocabulary, tag, name, value) ? htmlAttribute(name, value) : '';
}

/** What the compiler adds itself, besides what it keeps. */
const compilerAttributes = new Set(['id', 'class', 'lang', 'dir', 'role', 'epub:type']);

function isAllowedAttribute(
  vocabulary: Vocabulary,
  tag: string,
  name: string,
  value: string,
): boolean {
  if (compilerAttributes.has(name)) return true;
  if (vocabulary === 'math') return isAllowedMathmlAttribute(name);
  if (vocabulary === 'svg') return isAllowedSvgAttribute(name, value);
  return isAllowedHtmlAttribute(tag, name);
}

function writeHref(
  vocabulary: Vocabulary,
  tag: string,
  value: string,
  { resource, section }: TreeUrls,
): string {
  const path = resourcePath(value);
  if (tag === 'a' || tag === 'area') {
    const place = /^section:(\d{1,6})(?:#(.*))?$/s.exec(value);
    const inside = place ? section(Number(place[1]), place[2] ?? '') : null;
    if (inside !== null) return htmlAttribute('href', inside);
    const outside = path !== null ? resource(path) : value;
    if (!isExternalUrl(outside)) return '';
    return `${htmlAttribute('href', outside)} target="_blank" rel="noopener noreferrer"`;
  }
  if (vocabulary !== 'svg') return '';
  if (tag === 'image' && path !== null) return htmlAttribute('href', resource(path));
  const fragment = fragmentReference(value);
  return fragment === null ? '' : htmlAttribute('href', fragment);
}

function resourcePath(address: string): string | null {
  return address.startsWith('resource:') ? address.slice('resource:'.length) : null;
}
