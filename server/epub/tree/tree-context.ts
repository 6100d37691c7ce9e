import type { CompiledStyles } from '../css/style-compiler.ts';
import type { MediaKind } from '../package/media-type.ts';
import type { TreeAttributes } from '../contract.ts';
import type { SectionStyles } from './section-styles.ts';
import type { TextWriter } from './text-writer.ts';

/** An image of the tree whose size is to be read once the tree stands. */
export interface PlacedImage {
  attributes: TreeAttributes;
  path: string;
}

/** Everything the walk over one document needs and collects. */
export interface TreeContext {
  writer: TextWriter;
  styles: SectionStyles;
  images: PlacedImage[];
  /** Text of the first heading; empty until there is one. */
  heading: string;
  /** `section:` or `resource:` address, or an external one; null when a link may not go there. */
  link: (address: string) => string | null;
  /** Path of a file of the book of one of the kinds, or null. */
  resource: (address: string, kinds: readonly MediaKind[]) => string | null;
  /** Compiled body of a style attribute; on the root, without what is the reader's. */
  declarations: (css: string, onRoot: boolean) => CompiledStyles;
}
