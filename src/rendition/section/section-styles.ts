import { defaultRules, guardRules, sheetRule } from '../../../shared/book-css.ts';
import { css } from '../css.ts';

/** Adopted before the book's own styles. */
export const defaultSheet = css(`
  :host {
    all: initial;
    color-scheme: inherit;
    position: absolute;
    inset-block-start: 0;
    container: svc-page / size;
    inline-size: var(--svc-page-inline);
    block-size: var(--svc-page-block);
  }
  .scroller {
    position: relative;
    overflow: hidden;
    inline-size: var(--svc-page-inline);
    block-size: var(--svc-page-block);
    touch-action: var(--svc-touch-action, pan-y pinch-zoom);
  }
  ${sheetRule('.sheet')}
  /* Fixed-layout pages keep the publisher's colors, which are designed for white paper. */
  .sheet.fixed { --svc-background: #fff; --svc-color: #000; --svc-accent: #2457d6; }
  .extent { position: absolute; inline-size: 1px; block-size: 1px; inset-block-start: 0; }
  ::selection { background: var(--svc-selection); }
  ${defaultRules}
`);

/** Adopted after the book's own styles. */
export const guardSheet = css(guardRules);
