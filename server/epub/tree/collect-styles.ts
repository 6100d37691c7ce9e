import type { Layout } from '../contract.ts';
import type { CompiledStyles, StyleCompiler } from '../css/style-compiler.ts';
import type { StyleHint } from '../css/style-hints.ts';
import {
  attributeOf,
  childrenOf,
  rawTextOf,
  SVG,
  tokensOf,
  type XmlDocument,
  type XmlElement,
} from '../xml/node.ts';

export interface CollectedStyles {
  /** Applicable compiled style sheets, in order. */
  sheets: string[];
  /** Compiled style elements that follow all style sheet files. */
  css: string;
  hints: StyleHint[];
}

/**
 * Collects the styles of a document in cascade order: `xml-stylesheet`, `link` and `style`.
 * Alternate style sheets are omitted.
 */
export async function collectStyles(
  { root, styleInstructions }: XmlDocument,
  path: string,
  layout: Layout,
  compiler: StyleCompiler,
): Promise<CollectedStyles> {
  const found: { styles: CompiledStyles; isFile: boolean }[] = [];
  const addFile = async (href: string | undefined, media: string | undefined) => {
    const styles = href ? await compiler.compileFile(path, href, media ?? '', layout) : null;
    if (styles) found.push({ styles, isFile: true });
  };
  for (const body of styleInstructions) {
    if (pseudoAttribute(body, 'alternate') !== 'yes') {
      await addFile(pseudoAttribute(body, 'href'), pseudoAttribute(body, 'media'));
    }
  }
  for (const element of styleElements(root)) {
    const media = attributeOf(element, 'media');
    if (element.name === 'link') await addFile(attributeOf(element, 'href'), media);
    else {
      const styles = await compiler.compileElement(rawTextOf(element), path, media ?? '', layout);
      found.push({ styles, isFile: false });
    }
  }
  // A section's own rules follow the shared sheets, so a style element before a link must become a
  // shared sheet.
  const lastFile = found.findLastIndex(({ isFile }) => isFile);
  const css = found.slice(lastFile + 1).map(({ styles }) => styles.css);
  const sheets = found.slice(0, lastFile + 1).map(({ styles }) => styles.css);
  return {
    sheets: sheets.filter((sheet) => sheet !== ''),
    css: css.join(''),
    hints: found.flatMap(({ styles }) => styles.hints),
  };
}

function* styleElements(element: XmlElement): Generator<XmlElement> {
  for (const child of childrenOf(element)) {
    if (child.name === 'style' && isCss(child)) yield child;
    else if (child.name === 'link' && child.namespace !== SVG && isStyleSheet(child)) yield child;
    else yield* styleElements(child);
  }
}

function isStyleSheet(link: XmlElement): boolean {
  const relations = tokensOf(attributeOf(link, 'rel')?.toLowerCase());
  return relations.includes('stylesheet') && !relations.includes('alternate') && isCss(link);
}

function isCss(element: XmlElement): boolean {
  const type = attributeOf(element, 'type')?.trim().toLowerCase() ?? '';
  return type === '' || type.startsWith('text/css') || type === 'text/x-oeb1-css';
}

function pseudoAttribute(body: string, name: string): string | undefined {
  return new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(body)?.[1];
}
