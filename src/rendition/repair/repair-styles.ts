import { css } from '../css.ts';
import { repairedClass } from './repair-target.ts';

/** Details of an element that starts the next page and is otherwise unchanged. */
export const movedToNextPage = 'next-page';

/** Details of an element whose long words are broken and that is otherwise unchanged. */
export const longWord = 'word';

/** Details of an element whose indentation is reduced and that is otherwise unchanged. */
export const lessIndent = 'indent';

/** Details of an element whose line height is increased and that is otherwise unchanged. */
export const moreLeading = 'leading';

/** Details of a float that hangs less far into the margin and that is otherwise unchanged. */
export const unhung = 'hanging';

/** Details of a heading with hyphenation that is otherwise unchanged. */
export const hyphenated = 'hyphenated';

/** Details of a heading with a smaller font that is otherwise unchanged. */
export const fitted = 'fitted';

/** Properties with the size of that font, and of 1rem for elements in the heading. */
export const fittedSize = '--svc-fitted';
export const fittedRem = '--svc-fitted-rem';

/** Details of a table with less space in its cells that is otherwise unchanged. */
export const compact = 'compact';

/** Details of an element that no longer floats and is otherwise unchanged. */
export const noFloat = 'no-float';

/** The same for an element that would be inline without its float. */
export const noFloatBlock = 'no-float-block';

/** Details of a flex row or grid whose boxes follow each other and that is otherwise unchanged. */
export const stacked = 'stacked';

/** Details of ruby text whose annotations are in parentheses and that is otherwise unchanged. */
export const inlineRuby = 'ruby';

/** Specific enough to override the book's important rules with ids. */
const repaired = `.${repairedClass}:not(#_):not(#_):not(#_):not(#_)`;
const minor = [
  movedToNextPage,
  longWord,
  lessIndent,
  moreLeading,
  unhung,
  hyphenated,
  fitted,
  compact,
  noFloat,
  noFloatBlock,
  stacked,
  inlineRuby,
].map((one) => `[data-repair='${one}']`);
const demoted = `${repaired}:not(${minor.join()})`;

/** Adopted after all other sheets of a section in which content was cut off. */
const repairSheet = css(/* css */ `
  ${demoted} {
    position: static !important;
    float: none !important;
    overflow: visible !important;
    break-inside: auto !important;
    transform: none !important;
    translate: none !important;
    rotate: none !important;
    scale: none !important;
    columns: auto !important;
    contain: none !important;
    vertical-align: baseline !important;
    writing-mode: inherit !important;
    order: 0 !important;
    caption-side: top !important;
    flex-direction: column !important;
    flex-wrap: nowrap !important;
    min-block-size: 0 !important;
    min-inline-size: 0 !important;
  }
  ${demoted}:not(img, svg, video) {
    block-size: auto !important;
    max-block-size: none !important;
    inline-size: auto !important;
    aspect-ratio: auto !important;
    max-inline-size: 100% !important;
  }
  ${repaired}[data-repair~='${lessIndent}'] { margin-inline: 0 !important; padding-inline: 0.8em 0 !important; text-indent: 0 !important; }
  ${repaired}[data-repair~='${moreLeading}'] { line-height: 1.2 !important; }
  ${repaired}[data-repair~='${unhung}'] { margin-inline: 0 0.4em !important; }
  ${repaired}:is([data-repair='${noFloat}'], [data-repair='${noFloatBlock}']) { float: none !important; margin-inline: 0 !important; }
  ${repaired}:is([data-repair='${noFloat}'], [data-repair='${noFloatBlock}']):not(img, svg, video) { inline-size: auto !important; max-inline-size: 100% !important; }
  ${repaired}[data-repair='${noFloatBlock}'] { display: block !important; }
  ${repaired}[data-repair='${stacked}'] { display: block !important; }
  ${repaired}[data-repair='${stacked}'] > :not(img, svg, video, table) { display: block !important; inline-size: auto !important; min-inline-size: 0 !important; max-inline-size: 100% !important; margin-inline: 0 !important; }
  ${repaired}[data-repair='${inlineRuby}'], ${repaired}[data-repair='${inlineRuby}'] :is(rb, rt, rtc, rp) { display: inline !important; }
  ${repaired}[data-repair='${inlineRuby}'] rt { font-size: 0.75em !important; white-space: normal !important; text-align: start !important; }
  ${repaired}[data-repair='${inlineRuby}']:not(:has(rp)) rt::before { content: '('; }
  ${repaired}[data-repair='${inlineRuby}']:not(:has(rp)) rt::after { content: ')'; }
  ${repaired}[data-repair='${hyphenated}'] { hyphens: auto !important; -webkit-hyphens: auto !important; }
  ${repaired}[data-repair='${fitted}'] { font-size: var(${fittedSize}) !important; --svc-rem: var(${fittedRem}); }
  ${repaired}[data-repair='${compact}'] :is(td, th, col, colgroup) { width: auto !important; min-width: 0 !important; }
  ${repaired}[data-repair='${compact}']:not(:has(math)) :is(td, th) { padding-inline: 0.25em !important; hyphens: auto !important; -webkit-hyphens: auto !important; }
  ${demoted}[data-repair~='inset'] { margin: 0 !important; padding-inline: 0 !important; text-indent: 0 !important; }
  ${demoted}[data-repair~='placed'] { margin-inline-end: 0.4em !important; }
  /* WebKit does not break a long word whose first hyphen would be beyond the end of the line. */
  ${repaired}:is([data-repair='${longWord}'], [data-repair~='lines'], [data-repair~='code']) { hyphens: manual !important; -webkit-hyphens: manual !important; }
  ${demoted}[data-repair~='lines'] { white-space: normal !important; }
  ${demoted}[data-repair~='code'] { white-space: pre-wrap !important; }
  ${demoted}[data-repair~='block'] { display: block !important; }
  ${demoted}[data-repair~='inline'] { display: inline !important; }
  ${demoted}[data-repair~='plain'] {
    letter-spacing: normal !important;
    word-spacing: normal !important;
    line-height: inherit !important;
    padding-block: 0 !important;
    border-width: 0 !important;
    overflow-wrap: anywhere !important;
    clip-path: none !important;
    direction: inherit !important;
  }
  /* Does not fit on the page. The next one begins without it, because engines drop margins there. */
  ${repaired}[data-repair='${movedToNextPage}'] { margin-block-start: var(--svc-column-block) !important; }
  ${demoted}[data-repair~='small'] { font-size: inherit !important; }
`);

/** Adds the rules for repaired elements to a section. They have no effect on other elements. */
export function adoptRepairSheet(root: Element): void {
  const shadow = root.getRootNode();
  if (!(shadow instanceof ShadowRoot) || shadow.adoptedStyleSheets.includes(repairSheet)) return;
  shadow.adoptedStyleSheets.push(repairSheet);
}
