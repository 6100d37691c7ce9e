import type { Failure } from '../failure.ts';
import type { Archive } from './container/open-archive.ts';
import { resolveReference } from './container/resolve-reference.ts';
import type { Section } from './contract.ts';
import { applyFamilyNames } from './css/fonts.ts';
import { StyleCompiler } from './css/style-compiler.ts';
import { Manifest } from './package/manifest.ts';
import type { SpineItem } from './package/spine.ts';
import { externalLink } from './link-resolver.ts';
import { epubFailure } from './failure-reasons.ts';
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
  const markup = format === 'text' ? toParagraphs(content) : content;
  const document = parseDocument(toDocument(markup), path, 'html', warnings);
  if (!document) throw emptyChapterFailure();
  const manifest = new Manifest(emptyArchive, warnings);
  const sources = { archive: emptyArchive, manifest, warnings };
  const nothing = { obfuscated: new Map(), identifiers: [], maxBytes: 0 };
  const resources = new NoResources({ ...sources, ...nothing });
  const { section } = await compileSection(document, {
    index: 0,
    spineItem,
    language,
    styles: new StyleCompiler({ ...sources, resources }),
    resources,
    resolveLink: resolveLink,
    cfiMarkers: new Map(),
  });
  if (section.length === 0) throw emptyChapterFailure();
  return { ...section, css: applyFamilyNames(section.css, new Map()) };
}

/** Not even a picture that is written as an address is kept: nothing serves the files of a chapter. */
class NoResources extends ResourceStore {
  override use(): null {
    return null;
  }
}

const emptyArchive: Archive = {
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
    hasFragment: false,
  },
  linear: true,
  layout: 'reflowable',
  flow: null,
  spread: null,
  spreadsUpright: false,
  position: 0,
};

/** Within the chapter or out of the book. */
function resolveLink(href: string): string | null {
  const reference = resolveReference(path, href);
  if (reference.kind === 'remote') return externalLink(reference.url);
  if (reference.kind === 'data' || reference.path !== path) return null;
  return reference.fragment === null ? 'section:0' : `section:0#${reference.fragment}`;
}

function toDocument(markup: string): string {
  if (/^\s*<(?:\?xml|!doctype|html)\b/i.test(markup)) return markup;
  return `<html xmlns="http://www.w3.org/1999/xhtml"><body>${markup}</body></html>`;
}

function toParagraphs(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  return lines
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${escapeXml(paragraph).replaceAll('\n', '<br/>')}</p>`)
    .join('');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function emptyChapterFailure(): Failure {
  return epubFailure('chapter_empty', 'There is no text in it.');
}
