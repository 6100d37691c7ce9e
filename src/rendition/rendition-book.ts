import type { FontFaceDescription } from '../../server/epub/contract.ts';
import type { ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import type { LoadedSection } from '../api/book-source.ts';
import type { FixedLayout } from './fixed/fixed-layout.ts';

/** The parts of an open book that renditions use. */
export interface RenditionBook {
  /** Sections in reading order, with undefined for inaccessible sections. */
  order: readonly (ReadingOrderItem | undefined)[];
  /** Page progression for sections that do not define their own. */
  progression: 'ltr' | 'rtl';
  fonts: readonly FontFaceDescription[];
  /** Fixed-page layout. Null or missing for books without fixed pages. */
  fixed?: FixedLayout | null;
  /**
   * Loads a section. Rejects if it fails to load, and the reason becomes `PageFailEvent.reason`.
   */
  load(index: number, chapter?: ReadingOrderItem['chapter']): Promise<LoadedSection>;
  /** Returns the URL of the resource at a path in the container. */
  resourceUrl(path: string): string;
}
