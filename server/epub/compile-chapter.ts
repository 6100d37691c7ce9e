import type { Failure } from '../failure.ts';
import type { Archive } from './container/open-archive.ts';
import { resolveReference } from './container/resolve-reference.ts';
import type { Section } from './contract.ts';
import { finishFamilies } from './css/families.ts';
import { StyleCompiler } from './css/style-compiler.ts';
import { Manifest } from './package/manifest.ts';
import type { SpineItem } from './package/spine.ts';
import { externalLink } from './reading-order.ts';
import { refuse } from './refusals.ts';
import { ResourceStore } from './resources/resource-store.ts';
import { compileSection } from './tree/compile-section.ts';
import { Warnings } from './warnings.ts';
import { parseDocument } from './xml/parse-document.ts';

/** A chapter as its author sends it. */
export interface ChapterSource {
  /** The body of an XHTML document, or a whole one; or plain text with empty lines between paragraphs. */
  content: string;
  format: 'xhtml' | 'text';
  /** BCP 47, of the book. */
  language: string;
}

const path = 'chapter.xhtml';

/**
 * Compiles a chapter that is in no file, by the same lists of what is allowed as a document of an EPUB.
 * It has no files beside it: pictures and fonts are left out.
 *
 * @throws Failure `epub_unsafe` for one of more than a million nodes, `epub_invalid` for one without text.
 */
export async function compileChapter({
  content,
  format,
  language,
}: ChapterSource): Promise<Section> {
  const warnings = new Warnings();
  const markup = format === 'text' ? paragraphsOf(content) : content;
  const document = parseDocument(asDocument(markup), path, 'html', warnings);
  if (!document) throw withoutText();
  const manifest = new Manifest(noArchive, warnings);
  const sources = { archive: noArchive, manifest, warnings };
  const nothing = { obfuscated: new Map(), identifiers: [], mostBytes: 0 };
  const resources = new NoResources({ ...sources, ...nothing });
  const { section } = await compileSection(document, {
    index: 0,
    spineItem,
    language,
    styles: new StyleCompiler({ ...sources, resources }),
    resources,
    link: linkOf,
    marks: new Map(),
  });
  if (section.length === 0) throw withoutText();
  return { ...section, css: finishFamilies(section.css, new Map()) };
}

/** Not even a picture that is written as an address is kept: nothing serves the files of a chapter. */
class NoResources extends ResourceStore {
  override use(): null {
    return null;
  }
}

const noArchive: Archive = {
  paths: [],
  fingerprint: '',
  fileBytes: 0,
  find: () => null,
  isCompressed: () => false,
  hasExtraField: () => false,
  read: async (name) => {
    throw new Error(`A chapter has no file ${name}.`);
  },
  close: () => undefined,
};

const spineItem: SpineItem = {
  item: {
    id: 'chapter',
    path,
    mediaType: 'application/xhtml+xml',
    kind: 'document',
    properties: [],
    fallback: null,
    overlay: null,
    isPart: false,
  },
  linear: true,
  layout: 'reflowable',
  flow: null,
  spread: null,
  spreadsUpright: false,
  position: 0,
};

/** Within the chapter or out of the book. */
function linkOf(href: string): string | null {
  const reference = resolveReference(path, href);
  if (reference.kind === 'remote') return externalLink(reference.url);
  if (reference.kind === 'data' || reference.path !== path) return null;
  return reference.fragment === null ? 'section:0' : `section:0#${reference.fragment}`;
}

function asDocument(markup: string): string {
  if (/^\s*<(?:\?xml|!doctype|html)\b/i.test(markup)) return markup;
  return `<html xmlns="http://www.w3.org/1999/xhtml"><body>${markup}</body></html>`;
}

function paragraphsOf(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  return lines
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br/>')}</p>`)
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function withoutText(): Failure {
  return refuse('chapter_empty', 'There is no text in it.');
}
