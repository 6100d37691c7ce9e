/**
 * What an EPUB becomes at import. The component reads the same types, so they are plain JSON
 * and this file imports nothing.
 */

/** JsonML: `[tag, attributes, …children]`. Tags of HTML are lower case; SVG and MathML keep their case. */
export type TreeElement = [tag: string, attributes: TreeAttributes, ...children: Tree[]];
export type Tree = string | TreeElement;

/**
 * Attributes of a tree element, all strings. Three of them hold the book's own addresses:
 * - `href` of a link into the book: `section:12` or `section:12#id` (index in the reading order),
 *   or `resource:…` where it opens a picture or a recording;
 * - `src`, `poster` and SVG `href` of a resource: `resource:OPS/images/a.jpg` (its path in the container);
 * - every other URL left is `https:`, `http:`, `mailto:` or `tel:` and stands on a link only.
 */
export type TreeAttributes = Record<string, string>;

export type Direction = 'ltr' | 'rtl';
export type WritingMode = 'horizontal-tb' | 'vertical-rl' | 'vertical-lr';
export type Layout = 'reflowable' | 'fixed';
/** Page after page, the book as one strip, or each document as a strip of its own. */
export type Flow = 'paginated' | 'scrolled-continuous' | 'scrolled-doc';

/**
 * One compiled document of the spine.
 *
 * Character offsets count UTF-16 code units of the tree's text nodes, concatenated in document order.
 */
export interface Section {
  /** Index in the reading order, from 0. */
  index: number;
  /** Path of the source document in the container. */
  href: string;
  /** From the table of contents, else the first heading, else empty. */
  title: string;
  /** BCP 47 tag of the section, else the publication's. */
  language: string;
  direction: Direction;
  writingMode: WritingMode;
  layout: Layout;
  /** Page size of a fixed-layout section in CSS pixels; a side of 0 is as long as the reader's own. */
  viewport: { width: number; height: number } | null;
  /** `['div', {class: 'svc-html …', lang, dir}, ['div', {class: 'svc-body …'}, …]]`. */
  tree: TreeElement;
  /** Ids of the book's style sheets that apply, in order; see `Publication.styleSheets`. */
  styles: string[];
  /** The section's own rules (style elements, style attributes); they come after `styles`. */
  css: string;
  /** Characters of text. */
  length: number;
  words: number;
  /** Element id → character offset at which the element starts. */
  ids: Record<string, number>;
  /** The recording of the text, where the book has one. */
  overlay?: Overlay;
}

/** A recording of a section's text (EPUB Media Overlays). */
export interface Overlay {
  /** Class of the element that is spoken, and of the root meanwhile, where the publisher styles them. */
  activeClass: string | null;
  playbackClass: string | null;
  /** In the order in which they are played. */
  clips: Clip[];
}

/** A piece of text and the piece of a recording that speaks it. */
export interface Clip {
  /** Id of the element; empty for the whole section. */
  id: string;
  /** Text offsets of the element. */
  start: number;
  end: number;
  /** `resource:` address of the recording. */
  src: string;
  beginSeconds: number;
  /** Null for the end of the recording. */
  endSeconds: number | null;
  /** EPUB structural semantics of the piece and of all that it lies in, such as `footnote`. */
  types: string[];
  /** Index of the clip behind the structure that a listener may leave early; null outside of one. */
  escape: number | null;
}

/** What the reader must know of a section before it is fetched. */
export interface ReadingOrderItem {
  href: string;
  title: string;
  length: number;
  words: number;
  /** Number of positions (1,024 characters each, at least one). */
  positions: number;
  /** False for documents that stand outside the main flow. */
  linear: boolean;
  /** Whether there is a recording of it; books of earlier releases do not say. */
  isNarrated?: boolean;
  layout: Layout;
  /**
   * How the publisher wants it read, where the book says. Pages of fixed layout have one where they are to
   * follow each other without a gap.
   */
  flow?: Flow | undefined;
  /**
   * Side of a spread that a fixed-layout page asks for; of text that flows, the column that it begins in,
   * or that there is to be but one.
   */
  spread: 'left' | 'right' | 'center' | null;
  /** Set for a page that stands beside another on an upright screen, too. */
  spreadsUpright?: boolean | undefined;
}

/** An entry of the table of contents; one without a target is a heading only. */
export interface TocEntry {
  title: string;
  section: number | null;
  offset: number;
  children: TocEntry[];
}

/** A printed page's label and where it starts. */
export interface PageListEntry {
  title: string;
  section: number;
  offset: number;
}

/** A place with a role, such as `bodymatter` (EPUB structural semantics). */
export interface Landmark {
  type: string;
  title: string;
  section: number;
  offset: number;
}

/** One `@font-face` of the book: fetched as bytes, because shadow roots ignore the rule itself. */
export interface FontFaceDescription {
  /** The renamed family, as the rewritten style sheets use it. */
  family: string;
  /** `resource:` address; the bytes are already de-obfuscated. */
  src: string;
  weight: string;
  style: string;
  stretch: string;
  unicodeRange: string;
}

/** A fault that cost something but not the book. */
export interface Warning {
  /** What kind of fault it is; `docs/reference/import-errors.md` lists them. */
  code: string;
  /** One line that names the thing. */
  message: string;
  /** The file of the book that is at fault; null where it is none, or the book as a whole. */
  path: string | null;
}

/** A file of the book that the reader may fetch: image, font, sound, film. */
export interface Resource {
  /**
   * Path in the container, as `resource:` addresses name it. Images that the book holds as `data:`
   * addresses lie under `svc-data/`.
   */
  path: string;
  mediaType: string;
  bytes: Uint8Array;
  /** CSS pixels of an image; null for everything else. */
  width: number | null;
  height: number | null;
}

export interface Contributor {
  name: string;
  /** How the name is filed, such as “Melville, Herman”; null when the book does not say. */
  sortName: string | null;
  /** MARC relator code, such as `aut`, `trl`, `ill`. */
  role: string;
  /** Direction of the name where the package states one. */
  direction?: Direction;
}

/** The package's metadata, as the book states it. */
export interface PublicationMetadata {
  /** The package's unique identifier. */
  identifier: string;
  identifiers: { scheme: string; value: string }[];
  title: string;
  /** Direction of the title's text where the package states one. */
  titleDirection?: Direction | null;
  subtitle: string | null;
  contributors: Contributor[];
  /** BCP 47, the first is the main one. */
  languages: string[];
  description: string | null;
  subjects: { scheme: string | null; code: string | null; label: string }[];
  publisher: string | null;
  /** ISO 8601 date as precise as the book states it, such as `1851` or `1851-10-18`. */
  publishedAt: string | null;
  series: { name: string; position: string | null } | null;
  rights: string | null;
  /** By the terms of schema.org; null when the book says nothing of it. */
  accessibility: {
    conformsTo: string[];
    accessModes: string[];
    features: string[];
    hazards: string[];
    summary: string | null;
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
  /** Positions of the whole book. */
  positions: number;
  /** Rewritten style sheets that sections share, by id. */
  styleSheets: Record<string, string>;
  fonts: FontFaceDescription[];
  resources: Resource[];
  /** Path of the cover image among `resources`. */
  cover: string | null;
  warnings: Warning[];
}
