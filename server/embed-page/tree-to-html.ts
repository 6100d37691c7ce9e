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

/** Resolves a tree's references for this page. */
export interface TreeUrls {
  /** Returns the URL of a file in the book by its path in the container. */
  resource: (path: string) => string;
  /**
   * Returns the URL of a position in the book. Returns null if it is not licensed, in which case
   * the text is rendered without a link.
   */
  section: (index: number, id: string) => string | null;
}

type Vocabulary = 'html' | 'svg' | 'math';

/** The reader's nesting limit. */
const maxDepth = 512;

const voidTags = new Set(['area', 'br', 'col', 'hr', 'img', 'source', 'track', 'wbr']);

/**
 * Serializes a compiled tree as HTML. Applies the compiler's allowlist again to make manipulated
 * database content harmless. Every `<` and `>` in the result belongs to an allowed tag, so parser
 * error recovery cannot create other elements.
 */
export function treeToHtml(tree: TreeElement, urls: TreeUrls): string {
  const write = (node: Tree, parent: Vocabulary, depth: number): string => {
    if (typeof node === 'string') return escapeText(node);
    const [tag, attributes, ...children] = node;
    const vocabulary = tag === 'svg' || tag === 'math' ? tag : parent;
    if (depth > maxDepth || !isAllowedTag(vocabulary, tag)) return '';
    const inside = /^(?:foreignObject|mtext|m[inos])$/.test(tag) ? 'html' : vocabulary;
    const attributesHtml = Object.entries(attributes)
      .map(([name, value]) => writeAttribute(vocabulary, tag, name, String(value), urls))
      .join('');
    if (vocabulary === 'html' && voidTags.has(tag)) return `<${tag}${attributesHtml}>`;
    return `<${tag}${attributesHtml}>${children.map((child) => write(child, inside, depth + 1)).join('')}</${tag}>`;
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
  urls: TreeUrls,
): string {
  if (name === 'href') return writeHref(vocabulary, tag, value, urls);
  if (name === 'src' || name === 'poster') {
    const path = vocabulary === 'html' ? resourcePath(value) : null;
    return path === null ? '' : htmlAttribute(name, urls.resource(path));
  }
  return isAllowedAttribute(vocabulary, tag, name, value) ? htmlAttribute(name, value) : '';
}

/** Attributes that the compiler adds. */
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
    const sectionLink = /^section:(\d{1,6})(?:#(.*))?$/s.exec(value);
    const inside = sectionLink ? section(Number(sectionLink[1]), sectionLink[2] ?? '') : null;
    if (inside !== null) return htmlAttribute('href', inside);
    const externalUrl = path !== null ? resource(path) : value;
    if (!isExternalUrl(externalUrl)) return '';
    return `${htmlAttribute('href', externalUrl)} target="_blank" rel="noopener noreferrer"`;
  }
  if (vocabulary !== 'svg') return '';
  if (tag === 'image' && path !== null) return htmlAttribute('href', resource(path));
  const fragment = fragmentReference(value);
  return fragment === null ? '' : htmlAttribute('href', fragment);
}

function resourcePath(url: string): string | null {
  return url.startsWith('resource:') ? url.slice('resource:'.length) : null;
}
