import type { FontFaceDescription } from '../../server/epub/contract.ts';
import type { ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import type { LoadedSection } from '../api/book-source.ts';
import type { FixedLayout } from './fixed/fixed-layout.ts';

/** The parts of an open book that renditions use. */
export interface RenditionBook {
  /** Undefined for sections that are not accessible. */
  order: readonly (ReadingOrderItem | undefined)[];
  /** Page progression for sections that do not define their own. */
  progression: 'ltr' | 'rtl';
  fonts: readonly FontFaceDescription[];
  /** Layout of fixed pages; null or missing for books without any. */
  fixed?: FixedLayout | null;
  /** Rejects if the section fails to load; the reason becomes `PageFailEvent.reason`. */
  load(index: number, chapter?: ReadingOrderItem['chapter']): Promise<LoadedSection>;
  /** URL of a resource by its path in the container. */
  resourceUrl(path: string): string;
}
