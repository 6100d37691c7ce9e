import type { CompiledStyles } from '../css/style-compiler.ts';
import type { MediaKind } from '../package/media-type.ts';
import type { TreeAttributes } from '../contract.ts';
import type { SectionStyles } from './section-styles.ts';
import type { TextWriter } from './text-writer.ts';

/** An image of the tree whose size is to be read once the tree stands. */
export interface UnsizedImage {
  attributes: TreeAttributes;
  path: string;
}

/** Everything the walk over one document needs and collects. */
export interface TreeContext {
  writer: TextWriter;
  styles: SectionStyles;
  images: UnsizedImage[];
  /** Text of the first heading; empty until there is one. */
  heading: string;
  /** `section:` or `resource:` address, or an external one; null when a link may not go there. */
  resolveLink: (address: string) => string | null;
  /** Path of a file of the book of one of the kinds, or null. */
  resolveResource: (address: string, kinds: readonly MediaKind[]) => string | null;
  /** Compiled body of a style attribute; on the root, without what is the reader's. */
  compileStyleAttribute: (css: string, onRoot: boolean) => CompiledStyles;
}
