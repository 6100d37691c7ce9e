import type { CompiledStyles } from '../css/style-compiler.ts';
import type { MediaKind } from '../package/media-type.ts';
import type { TreeAttributes, TreeElement } from '../contract.ts';
import type { BreakSide } from './blank-pages.ts';
import type { SectionStyles } from './section-styles.ts';
import type { TextWriter } from './text-writer.ts';

/** An image whose size is set after the tree is complete. */
export interface UnsizedImage {
  attributes: TreeAttributes;
  path: string;
}

/** Input and results of compiling one document's tree. */
export interface TreeContext {
  /** Namespace of the document's root, which may be misspelled. */
  namespace: string;
  /** Whether the reader lays out the text in pages of any size. */
  isReflowable: boolean;
  writer: TextWriter;
  styles: SectionStyles;
  /** The sides of elements at which styles certainly force a page break. */
  breaks: Map<TreeElement, readonly BreakSide[]>;
  /** Elements that styles certainly do not display. */
  hidden: Set<TreeElement>;
  images: UnsizedImage[];
  /** Text of the first heading, or empty if there is none yet. */
  heading: string;
  /**
   * Returns the compiled URL of a link (`section:`, `resource:` or external), or null if it is not
   * allowed.
   */
  resolveLink: (address: string) => string | null;
  /** Returns the path of a file in the book if it has one of the kinds, or null. */
  resolveResource: (address: string, kinds: readonly MediaKind[]) => string | null;
  /** Compiles a style attribute. On the root, omits properties that the reader controls. */
  compileStyleAttribute: (css: string, onRoot: boolean) => CompiledStyles;
}
