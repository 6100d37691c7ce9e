import type { PagePlan } from '../columns.ts';
import { SectionView, type SectionLook } from '../section-view.ts';
import { markPlaced, settle, unsettle } from '../settle.ts';
import { rolledSheet } from './roll-styles.ts';

/** A section as a part of a strip: it is as long as its text, and all of it is shown. */
export class RolledSection extends SectionView {
  protected static override readonly isGradual = false;

  /** Whether its lines run across the strip: it stands in it as a box that scrolls by itself. */
  isCrossed = false;

  override get isShown(): boolean {
    return true;
  }
  override set isShown(_isShown: boolean) {
    this.host.style.visibility = 'visible';
  }

  /** The strip scrolls, not the section. */
  override onScrolled(): void {}

  override layout(plan: PagePlan, look: SectionLook): void {
    const { scroller, sheet, root } = this.inner;
    const { style } = scroller;
    if (!this.plan) {
      this.host.shadowRoot?.adoptedStyleSheets.push(rolledSheet);
      markPlaced([...root.querySelectorAll('*')]);
    }
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
    else {
      look.dress?.(root);
      settle(root, sheet, plan, look.boxLabel);
    }
  }

  /** A page of fixed size, as large as it fits on the screen. */
  #scale(plan: PagePlan): void {
    const { viewport } = this.section;
    const { scroller, sheet } = this.inner;
    if (!viewport) return;
    const { width, height } = viewport;
    const room = plan.isVertical
      ? { width: plan.pageBlock, height: plan.pageInline }
      : { width: plan.pageInline, height: plan.pageBlock };
    const scale = Math.min(room.width / width, room.height / height);
    scroller.style.width = `${Math.floor(width * scale)}px`;
    scroller.style.height = `${Math.floor(height * scale)}px`;
    scroller.style.marginBlock = '6px';
    sheet.style.width = `${width}px`;
    sheet.style.height = `${height}px`;
    sheet.style.transform = `scale(${scale})`;
  }
}

/** Whether a section's lines run across the strip that it stands in. */
export function isCrossed(view: SectionView): boolean {
  return view instanceof RolledSection && view.isCrossed;
}
