import type { PageLayout } from '../page-layout.ts';
import { resolvePageSize } from '../fixed/fit-page.ts';
import { laidOutElements } from '../section/deferred-tail.ts';
import { SectionView, type SectionOptions } from '../section/section-view.ts';
import { undoFitOversized } from '../section/scroll-box.ts';
import { specialContent } from '../section/special-content.ts';
import type { ScrollAxis } from './scroll-axis.ts';
import { scrolledSectionSheet } from './scrolled-styles.ts';

/** Amount of text, in code units, that fills the largest screen. */
const screenUnits = 24_000;
/** Amount of text laid out in one slice, in code units. */
const sliceUnits = 32_000;

/** A section in scroll mode, which is as long as its text and shown in full. */
export class ScrolledSection extends SectionView {
  /**
   * Whether the section's lines run across the scroll direction. If so, the section becomes a
   * separate scroll box.
   */
  isOrthogonal = false;
  #options: SectionOptions | null = null;
  readonly #rest = document.createElement('div');

  /** Whether the section follows the previous one without a gap and fills the width. */
  isSeamless = false;

  override get isShown(): boolean {
    return true;
  }
  override set isShown(_isShown: boolean) {
    this.host.className = 'leaf';
  }

  /** Does nothing because the stage scrolls, not the section. */

  override layout(plan: PageLayout, options: SectionOptions): void {
    const { root } = this;
    const { scroller } = this.elements;
    const { style } = scroller;
    if (!this.pageLayout) {
      this.host.shadowRoot?.adoptedStyleSheets.push(scrolledSectionSheet);
      this.#rest.className = 'rest';
      scroller.append(this.#rest);
    }
    this.#options = options;
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
      '--svc-rem': options.rem,
    };
    for (const [name, px] of Object.entries(values)) this.host.style.setProperty(name, `${px}px`);
    style.removeProperty('display');
    scroller.classList.toggle('crossed', this.isOrthogonal);
    if (this.isOrthogonal) {
      scroller.tabIndex = 0;
      scroller.setAttribute('role', 'group');
      scroller.setAttribute('aria-label', options.scrollBoxLabel);
    } else for (const name of ['tabindex', 'role', 'aria-label']) scroller.removeAttribute(name);
    if (this.isFixed) this.#scale(plan);
    else this.#fitContent(plan, options, laidOutElements([...root.children]));
    // Scrolling in the box must reach all of its content.
    if (this.isOrthogonal) this.layOutMore(Infinity);
  }

  /** Distance from the start up to which the section is laid out, in px. */
  layoutEnd(axis: ScrollAxis): number {
    return axis.spanOf(this.elements.sheet).end;
  }

  /** Lays out the text up to an offset and one screen beyond it. */
  layOutUpTo(offset: number): void {
    this.layOutMore(Math.max(0, offset + screenUnits - this.tail.start));
  }

  override layOutMore(units = sliceUnits): void {
    const { pageLayout } = this;
    const options = this.#options;
    if (!pageLayout || !options) return;
    const requestedUnits = this.isOrthogonal ? Infinity : units;
    if (requestedUnits > 0 && this.tail.hasDeferred) {
      const more = laidOutElements(this.tail.release(requestedUnits));
      this.#fitContent(pageLayout, options, more);
    } else this.#reserveRest(pageLayout);
  }

  #fitContent(pageLayout: PageLayout, options: SectionOptions, elements: Element[]): void {
    const { root } = this;
    const { sheet } = this.elements;
    options.applyUserStyles?.(root);
    // Content longer than the screen stays in the text, which scrolls.
    const endless = { ...pageLayout, columnBlock: Infinity };
    specialContent?.fitOversized(root, sheet, endless, options.scrollBoxLabel);
    options.repairLayout?.({ root, sheet, elements, pageLayout, isScrolled: true });
    this.#reserveRest(pageLayout);
  }

  /** Reserves the estimated length of the text that is not laid out yet. */
  #reserveRest({ isVertical }: PageLayout): void {
    const { sheet } = this.elements;
    const { start } = this.tail;
    const size = isVertical ? sheet.offsetWidth : sheet.offsetHeight;
    const reserved = this.isPartlyLaidOut ? (size / start) * (this.section.length - start) : 0;
    this.#rest.style.blockSize = `${Math.round(reserved)}px`;
  }

  /** Scales a fixed-layout page to fit the screen, or to fit its width if seamless. */
  #scale(plan: PageLayout): void {
    const { viewport } = this.section;
    const { scroller, sheet } = this.elements;
    if (!viewport) return;
    const area = plan.isVertical
      ? { width: plan.pageBlock, height: plan.pageInline }
      : { width: plan.pageInline, height: plan.pageBlock };
    const { width, height } = resolvePageSize(area, viewport);
    const widthScale = area.width / width;
    const scale = this.isSeamless ? widthScale : Math.min(widthScale, area.height / height);
    scroller.style.width = `${Math.floor(width * scale)}px`;
    scroller.style.height = `${Math.floor(height * scale)}px`;
    scroller.style.marginBlock = this.isSeamless ? '0' : '6px';
    sheet.style.width = `${width}px`;
    sheet.style.height = `${height}px`;
    sheet.style.transform = `scale(${scale})`;
  }
}

/** Whether a section's lines run across the scroll direction. */
export function isOrthogonalFlow(view: SectionView): boolean {
  return view instanceof ScrolledSection && view.isOrthogonal;
}
