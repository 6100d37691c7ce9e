/**
 * The compiled form of an EPUB. The component uses the same types, so they are plain JSON, and this
 * file imports nothing.
 */

/**
 * JsonML: `[tag, attributes, …children]`. HTML tags are lower case; SVG and MathML tags keep their
 * case.
 */
export type TreeElement = [tag: string, attributes: TreeAttributes, ...children: Tree[]];
export type Tree = string | TreeElement;

/**
 * Attributes of a tree element, all strings. The following contain URLs:
 * - `href` of a link within the book: `section:12` or `section:12#id` (index in the reading order),
 *   or `resource:…` for an image or audio file
 * - `src`, `poster` and SVG `href` of a resource: `resource:OPS/images/a.jpg` (its path in the
 * container)
 * - `href` of an external link: `https:`, `http:`, `mailto:` or `tel:`.
 */
export type TreeAttributes = Record<string, string>;

export type Direction = 'ltr' | 'rtl';
export type WritingMode = 'horizontal-tb' | 'vertical-rl' | 'vertical-lr';
export type Layout = 'reflowable' | 'fixed';
/**
 * Paginated, as one continuous scroll of the whole book, or with each document scrolled separately.
 */
export type Flow = 'paginated' | 'scrolled-continuous' | 'scrolled-doc';

/**
 * One compiled spine document.
 *
 * Character offsets count UTF-16 code units of the tree's text nodes, concatenated in document
 * order.
 */
export interface Section {
  /** Index in the reading order, from 0. */
  index: number;
  /** Path of the source document in the container. */
  href: string;
  /** Title in the table of contents, otherwise the first heading, otherwise empty. */
  title: string;
  /** The section's BCP 47 language tag, otherwise the publication's. */
  language: string;
  direction: Direction;
  writingMode: WritingMode;
  layout: Layout;
  /**
   * Page size of a fixed-layout section in CSS pixels; 0 means the size of the reader's own page.
   */
  viewport: { width: number; height: number } | null;
  /** `['div', {class: 'svc-html …', lang, dir}, ['div', {class: 'svc-body …'}, …]]`. */
  tree: TreeElement;
  /** Ids of the applicable style sheets, in order; see `Publication.styleSheets`. */
  styles: string[];
  /** Rules from the section's style elements and style attributes, applied after `styles`. */
  css: string;
  /** Number of characters of text. */
  length: number;
  words: number;
  /** Element id → character offset at which the element starts. */
  ids: Record<string, number>;
  /** The section's media overlay, if the book has one. */
  overlay?: Overlay;
}

/** Synchronized narration of a section's text (EPUB Media Overlays). */
export interface Overlay {
  /** Class set on the element being read aloud. Null if the publisher does not style it. */
  activeClass: string | null;
  /** Class set on the root during playback. Null if the publisher does not style it. */
  playbackClass: string | null;
  /** The clips in playback order. */
  clips: Clip[];
}

/** A text element and the audio that narrates it. */
export interface Clip {
  /** The element's id, or empty for the whole section. */
  id: string;
  /** The element's text offsets. */
  start: number;
  end: number;
  /** `resource:` URL of the audio file. */
  src: string;
  beginSeconds: number;
  /** Null for the end of the audio file. */
  endSeconds: number | null;
  /** Structural semantics (`epub:type`) of the element and its ancestors, such as `footnote`. */
  types: string[];
  /**
   * Index of the first clip after the escapable structure that contains this clip, or null outside
   * such a structure.
   */
  escape: number | null;
}

/** Section details that the reader needs before it loads the section. */
export interface ReadingOrderItem {
  href: string;
  title: string;
  length: number;
  words: number;
  /** Number of positions (1,024 characters each, at least one). */
  positions: number;
  /** False for documents outside the main flow. */
  linear: boolean;
  /** Whether the section has a media overlay. Missing from books compiled by earlier releases. */
  isNarrated?: boolean;
  layout: Layout;
  /**
   * Flow requested by the publisher, if any. For fixed-layout pages, it requests that they follow
   * each other without a gap.
   */
  flow?: Flow | undefined;
  /**
   * For a fixed-layout page, its side of the spread. For a reflowable section, the column in which
   * it begins, or `center` for a single column.
   */
  spread: 'left' | 'right' | 'center' | null;
  /** Set for a page that is part of a spread even in portrait orientation. */
  spreadsUpright?: boolean | undefined;
}

/** An entry of the table of contents. Entries without a target are headings only. */
export interface TocEntry {
  title: string;
  section: number | null;
  offset: number;
  children: TocEntry[];
}

/** Label of a printed page and the position at which it starts. */
export interface PageListEntry {
  title: string;
  section: number;
  offset: number;
}

/** A position with a role, such as `bodymatter` (EPUB structural semantics). */
export interface Landmark {
  type: string;
  title: string;
  section: number;
  offset: number;
}

/**
 * One `@font-face` rule of the book. Loaded as bytes because shadow roots ignore the rule itself.
 */
export interface FontFaceDescription {
  /** The renamed family used in the rewritten style sheets. */
  family: string;
  /** `resource:` URL of the deobfuscated font. */
  src: string;
  weight: string;
  style: string;
  stretch: string;
  unicodeRange: string;
}

/** A problem in the book that does not prevent its import. */
export interface Warning {
  /** Kind of problem, listed in `docs/reference/import-errors.md`. */
  code: string;
  /** One line that names the affected file or item. */
  message: string;
  /** The affected file, or null if the warning concerns no particular file. */
  path: string | null;
}

/** An image, font, audio or video file that the reader may load. */
export interface Resource {
  /**
   * Path in the container, as used in `resource:` URLs. Paths under `svc-data/` are images embedded
   * in the book as `data:` URLs.
   */
  path: string;
  mediaType: string;
  bytes: Uint8Array;
  /** Size of an image in CSS pixels, or null for other files. */
  width: number | null;
  height: number | null;
  /** Whether an image is a dark drawing on a transparent background. */
  isDarkDrawing?: boolean;
}

export interface Contributor {
  name: string;
  /**
   * Form of the name used for sorting, such as “Melville, Herman”, or null if the book states none.
   */
  sortName: string | null;
  /** MARC relator code, such as `aut`, `trl`, `ill`. */
  role: string;
  /** Text direction of the name, if the package states one. */
  direction?: Direction;
}

/** The package's metadata, as stated by the book. */
export interface PublicationMetadata {
  /** The package's unique identifier. */
  identifier: string;
  identifiers: { scheme: string; value: string }[];
  title: string;
  /** Text direction of the title, if the package states one. */
  titleDirection?: Direction | null;
  subtitle: string | null;
  contributors: Contributor[];
  /** BCP 47 tags, starting with the main language. */
  languages: string[];
  description: string | null;
  subjects: { scheme: string | null; code: string | null; label: string }[];
  publisher: string | null;
  /** ISO 8601 date with the precision that the book states, such as `1851` or `1851-10-18`. */
  publishedAt: string | null;
  series: { name: string; position: string | null } | null;
  rights: string | null;
  /** In schema.org terms, or null if the book has no accessibility metadata. */
  accessibility: {
    conformsTo: string[];
    accessModes: string[];
    features: string[];
    hazards: string[];
    summary: string | null;
    /** Sets of modes, such as `textual,visual`. */
    accessModesSufficient: string[];
    certifiedBy: string | null;
    certifierCredential: string | null;
    certifierReport: string | null;
    certifiedAt: string | null;
    exemptions: string[];
  } | null;
  layout: Layout;
  readingProgression: Direction;
  epubVersion: string;
}

export interface Publication {
  metadata: PublicationMetadata;
  readingOrder: ReadingOrderItem[];
  sections: Section[];
  toc: TocEntry[];
  pageList: PageListEntry[];
  landmarks: Landmark[];
  /** Number of positions in the whole book. */
  positions: number;
  /** Rewritten style sheets shared by sections, by id. */
  styleSheets: Record<string, string>;
  fonts: FontFaceDescription[];
  resources: Resource[];
  /** Path of the cover image among `resources`. */
  cover: string | null;
  warnings: Warning[];
}
