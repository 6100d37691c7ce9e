import type { FontFaceDescription } from '../../server/epub/contract.ts';
import type { ReadingOrderItem } from '../../server/reading-sessions/contract.ts';
import type { LoadedSection } from '../api/book-source.ts';
import type { FixedLayout } from './fixed/fixed-layout.ts';

/** What the pages need of an open book. */
export interface RenditionBook {
  /** Nothing stands where a section may not be read. */
  order: readonly (ReadingOrderItem | undefined)[];
  /** Side on which the next page lies when a section does not say. */
  progression: 'ltr' | 'rtl';
  fonts: readonly FontFaceDescription[];
  /** For pages of fixed layout; null while there are none. */
  fixed?: FixedLayout | null;
  /** Rejects when the section cannot be had; the rejection is handed on as `PageFailEvent.reason`. */
  load(index: number, chapter?: ReadingOrderItem['chapter']): Promise<LoadedSection>;
  /** Address of a resource by its path in the container. */
  resourceUrl(path: string): string;
}
