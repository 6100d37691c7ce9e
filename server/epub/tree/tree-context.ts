import type { CompiledStyles } from '../css/style-compiler.ts';
import type { MediaKind } from '../package/media-type.ts';
import type { TreeAttributes } from '../contract.ts';
import type { SectionStyles } from './section-styles.ts';
import type { TextWriter } from './text-writer.ts';

/** An image whose size is set after the tree is complete. */
export interface UnsizedImage {
  attributes: TreeAttributes;
  path: string;
}

/** Input and results of the walk through one document. */
export interface TreeContext {
  writer: TextWriter;
  styles: SectionStyles;
  images: UnsizedImage[];
  /** Text of the first heading; empty if there is none yet. */
  heading: string;
  /** Compiled URL of a link: `section:`, `resource:` or external; null if it is not allowed. */
  resolveLink: (address: string) => string | null;
  /** Path of a file of the book with one of the kinds, or null. */
  resolveResource: (address: string, kinds: readonly MediaKind[]) => string | null;
  /** Compiles a style attribute; on the root, omits properties controlled by the reader. */
  compileStyleAttribute: (css: string, onRoot: boolean) => CompiledStyles;
}
