import {
  marginShare,
  maxBlockMargin,
  maxInlineMargin,
  maxVerticalBlockMargin,
  maxVerticalInlineMargin,
  minBlockMargin,
  minColumnRem,
  minInlineMargin,
  minVerticalBlockMargin,
  minVerticalInlineMargin,
} from '../../shared/page-geometry.ts';
import { defaultRules, guardRules, sheetRule } from '../../shared/book-css.ts';

/** Values that determine the page geometry. */
export interface PageMeasures {
  /** Text size in px. */
  fontSizePx: number;
  /** Maximum line length in rem. */
  measureRem: number;
  /** Whether the component shows no bars above and below its pages. */
  isBare: boolean;
  /** Whether the component shows the deployment's links below its pages. */
  hasLinks: boolean;
}

/** Specific enough to override a book's rules for `div`. */
const sheetSelector = '.svc-stage > .svc-scroller > .svc-sheet';

/** Lengths computed on the element that declares them and inherited as px. */
const lengthProperties = [
  'page-inline',
  'page-block',
  'page-gap',
  'page-margin',
  'column-inline',
  'column-block',
  'vw',
  'vh',
  'rem',
];

/**
 * The component's page layout (`src/rendition/page-layout.ts`) in CSS, used until the component
 * loads. Every line is at the same position, so nothing moves. Without scripts, the text has one
 * column and the document scrolls.
 */
export function layoutStyle({ fontSizePx, measureRem, isBare, hasLinks }: PageMeasures): string {
  const maxLinePx = Math.round(measureRem * fontSizePx);
  const bar = isBare ? 0 : 48;
  const belowBar = bar + (hasLinks ? 28 : 0);
  return `
${lengthProperties.map((name) => `@property --svc-${name} { syntax: '<length>'; inherits: true; initial-value: 0px; }`).join('\n')}
svc-reader { display: block; position: relative; min-block-size: 0; }
.svc-stage { all: initial; display: block; container: svc-stage / inline-size; }
.svc-scroller {
  --m: ${margin(minInlineMargin, 'cqi', maxInlineMargin)};
  --svc-rem: ${fontSizePx}px;
  --svc-page-gap: calc(2 * var(--m));
  --svc-page-inline: min(100cqi, calc(${maxLinePx}px + 2 * var(--m)));
  --svc-column-inline: calc(var(--svc-page-inline) - var(--svc-page-gap));
  --svc-column-block: 90vh;
  --svc-page-margin: 2rem;
  --svc-vw: calc(var(--svc-column-inline) / 100);
  --svc-vh: 1vh;
  container: svc-page / inline-size;
  inline-size: var(--svc-page-inline);
  margin-inline: auto;
}
.svc-vertical { writing-mode: vertical-rl; inline-size: 80vh; max-inline-size: none; max-block-size: 100%; overflow: auto; }
.svc-vertical.svc-lr { writing-mode: vertical-lr; }
.svc-vertical { --svc-page-inline: 80vh; --svc-column-block: 90vw; container-type: normal; }
${sheetRule(sheetSelector).replaceAll(/^ +/gm, '')}
${sheetSelector} { columns: auto; block-size: auto; }
@media (scripting: enabled) {
  @supports (inline-size: round(down, 1px, 1px)) {
    html { scrollbar-width: none; }
    svc-reader { block-size: 100dvh; overflow: clip; }
    .svc-stage { container-type: size; position: absolute; inset: 0; }
    svc-reader:not(:defined) > .svc-stage { inset-block: ${bar}px ${belowBar}px; }
    .svc-scroller {
      --m: round(${margin(minInlineMargin, 'cqi', maxInlineMargin)}, 1px);
      --leaf: min(round(down, 100cqi, 1px), calc(${maxLinePx}px + 2 * var(--m)));
      --columns: 1;
      --svc-page-inline: calc(var(--columns) * var(--leaf));
      --svc-page-block: round(down, 100cqb, 1px);
      --svc-page-margin: round(${margin(minBlockMargin, 'cqb', maxBlockMargin)}, 1px);
      --svc-column-inline: calc(var(--leaf) - 2 * var(--m));
      --svc-column-block: calc(var(--svc-page-block) - 2 * var(--svc-page-margin));
      --svc-vh: calc(var(--svc-column-block) / 100);
      container-type: size;
      position: absolute;
      inset-block-start: 0;
      left: round(down, calc((100cqi - var(--svc-page-inline)) / 2), 1px);
      inline-size: var(--svc-page-inline);
      block-size: var(--svc-page-block);
      margin: 0;
      overflow: auto hidden;
      scrollbar-width: none;
    }
    ${sheetSelector} { column-width: var(--svc-column-inline); block-size: var(--svc-column-block); }
    @container svc-stage (min-width: ${minSpreadWidth(fontSizePx)}px) and (min-aspect-ratio: 1/1) {
      .svc-scroller:not(.svc-vertical) {
        --leaf: min(round(down, 50cqi, 1px), calc(${maxLinePx}px + 2 * var(--m)));
        --columns: 2;
      }
      .svc-stage:not(:has(> .svc-vertical))::before {
        content: '';
        position: absolute;
        inset-block: 4%;
        inset-inline-start: calc(50% - 0.5px);
        inline-size: 1px;
        background: linear-gradient(transparent, var(--svc-line) 15% 85%, transparent);
      }
    }
    .svc-vertical {
      --m: round(${margin(minVerticalInlineMargin, 'cqh', maxVerticalInlineMargin)}, 1px);
      --leaf: round(down, 100cqh, 1px);
      --svc-page-block: round(down, 100cqw, 1px);
      --svc-page-margin: round(${margin(minVerticalBlockMargin, 'cqw', maxVerticalBlockMargin)}, 1px);
      --svc-page-inline: var(--leaf);
      --svc-column-block: calc(var(--svc-page-block) - 2 * var(--svc-page-margin));
      --svc-vw: calc(var(--svc-column-block) / 100);
      --svc-vh: calc(var(--svc-column-inline) / 100);
      container-type: size;
      max-block-size: none;
      inline-size: var(--svc-page-inline);
      left: 0;
      overflow: hidden auto;
    }
  }
}
`;
}

/** A margin between two bounds in px. @param unit - 1% of the page's extent. */
function margin(minPx: number, unit: string, maxPx: number): string {
  return `clamp(${minPx}px, ${100 * marginShare}${unit}, ${maxPx}px)`;
}

/**
 * Returns the minimum width, in px, of a page that fits two columns and their margins.
 *
 * @param rem - In px.
 */
function minSpreadWidth(rem: number): number {
  const columns = 2 * minColumnRem * rem;
  const withMaxMargins = columns + 4 * maxInlineMargin;
  return Math.ceil(
    withMaxMargins >= maxInlineMargin / marginShare
      ? withMaxMargins
      : columns / (1 - 4 * marginShare),
  );
}

/**
 * Combines the text styles with the book's own between them. They are nested to apply only to the
 * text.
 */
export function textStyle(bookSheets: string[]): string {
  return `.svc-scroller {\n${[defaultRules, ...bookSheets, guardRules].join('\n')}\n}\n`;
}
