import type { PagePlan } from '../columns.ts';
import { sizeIn } from '../fixed/size-in.ts';
import { laidOutElements } from '../held-tail.ts';
import { SectionView, type SectionLook } from '../section-view.ts';
import { markPlaced, settle, unsettle } from '../settle.ts';
import type { Axis } from './axis.ts';
import { rolledSheet } from './roll-styles.ts';

/** Text that fills the largest screen. */
const screenUnits = 24_000;
/** What is laid out at once. */
const sliceUnits = 32_000;

/** A section as a part of a strip: it is as long as its text, and all of it is shown. */
export class RolledSection extends SectionView {
  /** Whether its lines run across the strip: it stands in it as a box that scrolls by itself. */
  isCrossed = false;
  #look: SectionLook | null = null;
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

  override layout(plan: PagePlan, look: SectionLook): void {
    const { root } = this;
    const { scroller } = this.inner;
    const { style } = scroller;
    if (!this.plan) {
      this.host.shadowRoot?.adoptedStyleSheets.push(rolledSheet);
      this.#rest.className = 'rest';
      scroller.append(this.#rest);
      markPlaced(laidOutElements([...root.children]));
    }
    this.#look = look;
    unsettle(root);
    this.plan = plan;
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
    scroller.classList.toggle('crossed', this.isCrossed);
    if (this.isCrossed) {
      scroller.tabIndex = 0;
      scroller.setAttribute('role', 'group');
      scroller.setAttribute('aria-label', look.boxLabel);
    } else for (const name of ['tabindex', 'role', 'aria-label']) scroller.removeAttribute(name);
    if (this.isFixed) this.#scale(plan);
    else this.#settle(plan, look);
    // Whoever scrolls in the box finds all of it.
    if (this.isCrossed) this.grow(Infinity);
  }

  /** How far from the start of the strip it is laid out, in px. */
  laidEnd(axis: Axis): number {
    return axis.spanOf(this.inner.sheet).end;
  }

  /** Lays out a place, with what follows it on the screen. */
  reach(offset: number): void {
    this.grow(Math.max(0, offset + screenUnits - this.tail.start));
  }

  override grow(units = sliceUnits): void {
    const { plan } = this;
    const look = this.#look;
    if (!plan || !look) return;
    const wanted = this.isCrossed ? Infinity : units;
    if (wanted > 0 && this.tail.isHolding) {
      markPlaced(laidOutElements(this.tail.release(wanted)));
      this.#settle(plan, look);
    } else this.#leaveRoom(plan);
  }

  #settle(plan: PagePlan, look: SectionLook): void {
    look.dress?.(this.root);
    settle(this.root, this.inner.sheet, plan, look.boxLabel);
    this.#leaveRoom(plan);
  }

  /** For what is not laid out: about as much as it will take. */
  #leaveRoom({ isVertical }: PagePlan): void {
    const { sheet } = this.inner;
    const { start } = this.tail;
    const size = isVertical ? sheet.offsetWidth : sheet.offsetHeight;
    const room = this.isPart ? (size / start) * (this.section.length - start) : 0;
    this.#rest.style.blockSize = `${Math.round(room)}px`;
  }

  /** A page of fixed size, as large as it fits on the screen, or as wide as that. */
  #scale(plan: PagePlan): void {
    const { viewport } = this.section;
    const { scroller, sheet } = this.inner;
    if (!viewport) return;
    const room = plan.isVertical
      ? { width: plan.pageBlock, height: plan.pageInline }
      : { width: plan.pageInline, height: plan.pageBlock };
    const { width, height } = sizeIn(room, viewport);
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
export function isCrossed(view: SectionView): boolean {
  return view instanceof RolledSection && view.isCrossed;
}
