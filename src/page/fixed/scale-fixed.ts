import type { Section } from '../../../server/epub/contract.ts';
import type { PagePlan } from '../columns.ts';
import { sizeIn } from './size-in.ts';

/** A page of fixed size, as large as it fits, in the middle. */
export function scaleFixed(sheet: HTMLElement, { viewport }: Section, plan: PagePlan): void {
  if (!viewport) return;
  const room = plan.isVertical
    ? { width: plan.pageBlock, height: plan.pageInline }
    : { width: plan.pageInline, height: plan.pageBlock };
  const { width, height } = sizeIn(room, viewport);
  const scale = Math.min(room.width / width, room.height / height);
  const { style } = sheet;
  style.position = 'absolute';
  style.margin = '0';
  style.columns = 'auto';
  // What lies outside of the page is not a part of it (EPUB Reading Systems 3.3, section 5.1.1).
  // A page that is as large as the screen has nothing beyond: what is longer is scrolled.
  style.overflow = viewport.height > 0 ? 'clip' : 'auto';
  style.width = `${width}px`;
  style.height = `${height}px`;
  style.left = `${(room.width - width * scale) / 2}px`;
  style.top = `${(room.height - height * scale) / 2}px`;
  style.transformOrigin = '0 0';
  style.transform = `scale(${scale})`;
}
