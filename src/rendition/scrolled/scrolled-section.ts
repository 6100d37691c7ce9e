import type { PageLayout } from '../page-layout.ts';
import { resolvePageSize } from '../fixed/fit-page.ts';
import { laidOutElements } from '../section/deferred-tail.ts';
import { SectionView, type SectionOptions } from '../section/section-view.ts';
import {
  tagAbsolutelyPositioned,
  fitOversized,
  undoFitOversized,
} from '../section/fit-oversized.ts';
import type { ScrollAxis } from './scroll-axis.ts';
import { scrolledSectionSheet } from './scrolled-styles.ts';

/** Text that fills the largest screen. */
const screenUnits = 24_000;
/** What is laid out at once. */
const sliceUnits = 32_000;

/** A section as a part of a strip: it is as long as its text, and all of it is shown. */
export class ScrolledSection extends SectionView {
  /** Whether its lines run across the strip: it stands in it as a box that scrolls by itself. */
  isOrthogonal = false;
  #look: SectionOptions | null = null;
  readonly #rest = document.createElement('div');

  /** Whether it follows the page before it without a gap, as wide as the strip. */
  isSeamless = false;

  override get isShown(): boolean {
    return true;
  }
  override set isShown(_isShown: boolean) {
    this.host.style.visibility = 'visible';
  }

  /** The strip scrolls, not the section. */
  override onScrolled(): void {}

  override layout(plan: PageLayout, look: SectionOptions): void {
    const { root } = this;
    const { scroller } = this.elements;
    const { style } = scroller;
    if (!this.pageLayout) {
      this.host.shadowRoot?.adoptedStyleSheets.push(scrolledSectionSheet);
      this.#rest.className = 'rest';
      scroller.append(this.#rest);
      tagAbsolutelyPositioned(laidOutElements([...root.children]));
    }
    this.#look = look;
    undoFitOversized(root);
    this.pageLayout = plan;
    const width = plan.isVertical ? plan.columnBlock : plan.columnInline;
    const height = plan.isVertical ? plan.columnInline : plan.columnBlock;
    const values: Record<string, number> = {
      '--svc-page-inline': plan.pageInline,
      '--svc-page-block': plan.pageBlock,
      '--svc-page-gap': plan.gap,
      '--svc-page-margin': plan.marginBlock,
      '--svc-column-inline': plan.columnInline,
      '--svc-column-block': plan.columnBlock,
      '--svc-vw': width / 100,
      '--svc-vh': height / 100,
      '--svc-rem': look.rem,
    };
    for (const [name, px] of Object.entries(values)) this.host.style.setProperty(name, `${px}px`);
    style.removeProperty('display');
    scroller.classList.toggle('crossed', this.isOrthogonal);
    if (this.isOrthogonal) {
      scroller.tabIndex = 0;
      scroller.setAttribute('role', 'group');
      scroller.setAttribute('aria-label', look.scrollBoxLabel);
    } else for (const name of ['tabindex', 'role', 'aria-label']) scroller.removeAttribute(name);
    if (this.isFixed) this.#scale(plan);
    else this.#settle(plan, look);
    // Whoever scrolls in the box finds all of it.
    if (this.isOrthogonal) this.layOutMore(Infinity);
  }

  /** How far from the start of the strip it is laid out, in px. */
  layoutEnd(axis: ScrollAxis): number {
    return axis.spanOf(this.elements.sheet).end;
  }

  /** Lays out a place, with what follows it on the screen. */
  layOutUpTo(offset: number): void {
    this.layOutMore(Math.max(0, offset + screenUnits - this.tail.start));
  }

  override layOutMore(units = sliceUnits): void {
    const { pageLayout } = this;
    const look = this.#look;
    if (!pageLayout || !look) return;
    const wanted = this.isOrthogonal ? Infinity : units;
    if (wanted > 0 && this.tail.hasDeferred) {
      tagAbsolutelyPositioned(laidOutElements(this.tail.release(wanted)));
      this.#settle(pageLayout, look);
    } else this.#leaveRoom(pageLayout);
  }

  #settle(plan: PageLayout, look: SectionOptions): void {
    look.applyUserStyles?.(this.root);
    fitOversized(this.root, this.elements.sheet, plan, look.scrollBoxLabel);
    this.#leaveRoom(plan);
  }

  /** For what is not laid out: about as much as it will take. */
  #leaveRoom({ isVertical }: PageLayout): void {
    const { sheet } = this.elements;
    const { start } = this.tail;
    const size = isVertical ? sheet.offsetWidth : sheet.offsetHeight;
    const room = this.isPartlyLaidOut ? (size / start) * (this.section.length - start) : 0;
    this.#rest.style.blockSize = `${Math.round(room)}px`;
  }

  /** A page of fixed size, as large as it fits on the screen, or as wide as that. */
  #scale(plan: PageLayout): void {
    const { viewport } = this.section;
    const { scroller, sheet } = this.elements;
    if (!viewport) return;
    const room = plan.isVertical
      ? { width: plan.pageBlock, height: plan.pageInline }
      : { width: plan.pageInline, height: plan.pageBlock };
    const { width, height } = resolvePageSize(room, viewport);
    const across = room.width / width;
    const scale = this.isSeamless ? across : Math.min(across, room.height / height);
    scroller.style.width = `${Math.floor(width * scale)}px`;
    scroller.style.height = `${Math.floor(height * scale)}px`;
    scroller.style.marginBlock = this.isSeamless ? '0' : '6px';
    sheet.style.width = `${width}px`;
    sheet.style.height = `${height}px`;
    sheet.style.transform = `scale(${scale})`;
  }
}

/** Whether a section's lines run across the strip that it stands in. */
export function isOrthogonalFlow(view: SectionView): boolean {
  return view instanceof ScrolledSection && view.isOrthogonal;
}
