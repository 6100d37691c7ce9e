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

/** A chapter as submitted by its author. */
export interface ChapterSource {
  /**
   * An XHTML document, the content of its body, or plain text with empty lines between paragraphs.
   */
  content: string;
  format: 'xhtml' | 'text';
  /** The book's language (BCP 47). */
  language: string;
}

const path = 'chapter.xhtml';

/**
 * Compiles a chapter that does not come from a file, with the same allowlists as an EPUB document.
 * A chapter cannot reference files, so images and fonts are omitted.
 *
 * @throws Failure `epub_unsafe` if it has more than a million nodes, `epub_invalid` if it has no
 * text.
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
  const noFonts = { obfuscated: new Map(), identifiers: [], maxBytes: 0 };
  const resources = new NoResources({ ...sources, ...noFonts });
  const { section } = await compileSection(document, {
    index: 0,
    spineItem,
    language,
    styles: new StyleCompiler({ ...sources, resources }),
    resources,
    resolveLink,
    cfiMarkers: new Map(),
  });
  if (section.length === 0) throw emptyChapterFailure();
  return { ...section, css: applyFamilyNames(section.css, new Map()) };
}

/** Rejects every resource, even `data:` images, because no route serves a chapter's files. */
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
    throw new Error(`A chapter has no files, but ${name} was requested.`);
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

/** Resolves links within the chapter and external links. */
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
  return epubFailure('chapter_empty', 'The chapter has no text.');
}
