import { css } from './css.ts';

/** Of the reader’s own root: what is printed takes the room that it needs, and nothing stands around it. */
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
    .frame { position: static; display: block; background: none; }
    .shell { display: block; container-type: normal; }
    .bar, .over, .status { display: none; }
    .stage { position: static; margin: 0; }
  }
`);

/** Of the pages: the section on screen alone, wherever the others wait. */
export const pagePrintSheet = css(`
  @media print {
    :host { block-size: auto; container-type: normal !important; }
    .stage, .stage.roll { position: static; contain: none; overflow: visible; opacity: 1 !important; background: none !important; }
    .stage::before, .ring, .help, .tail { display: none !important; }
    .slot { block-size: auto !important; inline-size: auto !important; overflow: visible; }
    .slot:not(:has(> [data-printed])) { display: none; }
    .leaf { position: static; left: auto !important; inline-size: auto; background: none !important; }
    .leaf:not([data-printed]) { display: none; }
    /* Made pages as they are on screen, with the other one of their spread: paper that is too narrow shrinks them. */
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

/** Of a section: its text in one column from paper to paper, black on white. */
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
    /* Columns that run across a sheet of paper would run off its edge. */
    .scroller:has(> .flow), .flow, .flow :is(.svc-html, .svc-body) { writing-mode: horizontal-tb !important; }
    .sheet.flow { columns: auto; inline-size: auto; block-size: auto; margin: 0; padding: 0; }
    .extent, .svc-break { display: none; }
    .flow .svc-scroll-box { overflow: visible; max-block-size: none; }
  }
`);
