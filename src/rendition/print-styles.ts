import { css } from './css.ts';

/**
 * Print styles for the reader's shadow root. The pages take the space they need, without controls.
 */
export const readerPrintSheet = css(`
  @media print {
    :host {
      contain: none !important;
      break-inside: auto !important;
      block-size: auto !important;
      min-block-size: 0 !important;
      overflow: visible !important;
      border-radius: 0 !important;
    }
    /* The size of a reader whose page sets none. It would be empty space before the text. */
    :host::before { grid: none; }
    .frame { position: static; display: block; background: none; }
    .shell { display: block; container-type: normal; }
    .bar, .over, .status { display: none; }
    .stage { position: static; margin: 0; }
  }
`);

/** Print styles for the page element. Only the visible section is printed. */
export const pagePrintSheet = css(`
  @media print {
    :host { block-size: auto; container-type: normal !important; }
    .stage, .stage.roll { position: static; contain: none; overflow: visible; opacity: 1 !important; background: none !important; }
    .stage::before, .ring, #help, .tail { display: none !important; }
    .slot { block-size: auto !important; inline-size: auto !important; overflow: visible; }
    .slot:not(:has(> [data-printed])) { display: none; }
    .leaf { position: static; left: auto !important; inline-size: auto; background: none !important; }
    .leaf:not([data-printed]) { display: none; }
    /* Print fixed pages as on screen, with the other page of the spread, and shrink them on narrow paper. */
    .leaf[data-printed='fixed'] {
      position: relative;
      inline-size: var(--svc-page-inline);
      block-size: var(--svc-page-block);
      overflow: clip;
      break-inside: avoid;
    }
    .leaf[data-printed='fixed'] > .leaf { display: block; position: absolute; left: 0 !important; }
  }
`);

/** Print styles for a section. Text is black on white, in one column across the paper. */
export const sectionPrintSheet = css(`
  @media print {
    :host {
      position: static;
      --svc-color: #000 !important;
      --svc-background: #fff !important;
      --svc-accent: #000 !important;
      --svc-muted: #444 !important;
      --svc-line: #999 !important;
      --svc-l-base: 0 !important;
      --svc-l-scale: 1 !important;
    }
    .scroller:has(> .flow) {
      --svc-column-block: 90vh !important;
      --svc-column-inline: 100% !important;
      container-type: normal;
      overflow: visible;
      inline-size: auto;
      block-size: auto;
    }
    /* Vertical lines would run off the edge of the paper. */
    .scroller:has(> .flow), .flow, .flow :is(.svc-html, .svc-body) { writing-mode: horizontal-tb !important; }
    .sheet.flow { columns: auto; inline-size: auto; block-size: auto; margin: 0; padding: 0; }
    .extent, .svc-break { display: none; }
    .flow .svc-scroll-box { overflow: visible; max-block-size: none; }
    .flow .svc-scroll-box.svc-wide > table { inline-size: auto !important; }
  }
`);
