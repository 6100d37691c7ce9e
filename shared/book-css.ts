/**
 * Default styles of book text, as CSS source. The component adopts them as each section's style
 * sheets, and the server writes them into the server-rendered page. The text therefore looks the
 * same before and after the component loads. The comment before each template marks it for the CSS
 * minifier of the component's build.
 */

/**
 * Rules that precede the book's own and give a plain book good typography. Selectors have no
 * specificity.
 */
export const defaultRules = /* css */ `
  :where(h1, h2, h3, h4, h5, h6) {
    hyphens: manual; -webkit-hyphens: manual; line-height: 1.25; text-wrap: balance;
    break-after: avoid; break-inside: avoid;
  }
  /* Only WebKit hangs punctuation, and 2.50 crashes on pretty paragraphs with formulas in them. */
  @supports not (hanging-punctuation: first) {
    :where(p) { text-wrap: pretty; }
  }
  :where(.svc-html:lang(ja), .svc-html:lang(zh)) { line-break: strict; text-autospace: normal; }
  :where(a:any-link) { color: var(--svc-accent); text-decoration-thickness: 0.06em; text-underline-offset: 0.16em; }
  :where(a:focus-visible, [tabindex]:focus-visible) { outline: 2px solid var(--svc-accent); outline-offset: 2px; }
  :where(pre, code, kbd, samp) { font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: 0.86em; hyphens: none; -webkit-hyphens: none; }
  :where(pre) { line-height: 1.45; tab-size: 4; text-align: start; }
  :where(pre) :where(code, kbd, samp) { font-size: 1em; }
  :where(dt, caption, .svc-leads) { break-after: avoid; break-inside: avoid; }
  :where(figure) { margin: 1em 0; }
  :where(.flow :is(img, video)) { block-size: auto; }
  :where(table) { border-collapse: collapse; hyphens: manual; -webkit-hyphens: manual; }
  :where(td, th) { padding: 0.3em 0.6em; vertical-align: top; }
  :where(tr:not(.svc-split)) { break-inside: avoid; }
  :where(sup, sub) { line-height: 0; }
  :where(hr) { color: inherit; border: 0; border-block-start: 1px solid; margin-block: 1.5em; }
  :where(.plain p) { margin: 0; text-indent: 1.3em; }
  :where(.plain :is(h1, h2, h3, h4, h5, h6, hr, blockquote, figure, table, pre, ul, ol, header) + p, .plain p:first-child, .plain li p, .plain td p) { text-indent: 0; }
  :where(.plain :is(td, th)) { border-block-end: 1px solid; }
  :where(.plain blockquote) { margin: 1em 1.5em; }
  :where(.plain figcaption) { color: var(--svc-muted); font-size: 0.86em; margin-block-start: 0.5em; }
`;

/** Returns the rule for the box that contains the text, with or without columns. */
export const sheetRule = (selector: string): string => /* css */ `
  ${selector} {
    margin-inline: calc(var(--svc-page-gap) / 2);
    margin-block: var(--svc-page-margin);
    inline-size: calc(var(--svc-page-inline) - var(--svc-page-gap));
    block-size: var(--svc-column-block);
    column-width: var(--svc-column-inline);
    column-gap: var(--svc-page-gap);
    column-fill: auto;
    color: var(--svc-color);
    font-family: var(--svc-font-family);
    font-size: var(--svc-rem);
    line-height: var(--svc-line-height);
    font-kerning: normal;
    text-size-adjust: none;
    -webkit-text-size-adjust: none;
    hyphens: auto;
    -webkit-hyphens: auto;
    hyphenate-limit-chars: 6 3 3;
    overflow-wrap: break-word;
    widows: 2;
    orphans: 2;
    -webkit-font-smoothing: auto;
  }
`;

/** Rules that follow the book's own and prevent styles that would break the pagination. */
export const guardRules = /* css */ `
  .flow > .svc-html, .flow > .svc-html > .svc-body {
    display: block !important;
    position: static !important;
    float: none !important;
    columns: auto !important;
    block-size: auto !important;
    min-block-size: 0 !important;
    max-block-size: none !important;
    inline-size: auto !important;
    min-inline-size: 0 !important;
    max-inline-size: none !important;
    margin: 0 !important;
    padding: 0 !important;
    overflow: visible !important;
  }
  .flow :is(img, video, svg:not(svg svg), object) {
    max-inline-size: 100% !important;
    max-block-size: calc(var(--svc-column-block) - var(--svc-caption, 0.6) * var(--svc-rem)) !important;
    object-fit: contain;
    break-inside: avoid;
  }
  /* Its own writing mode would swap the limits above, and crash WebKit in some layouts. */
  .flow :is(img, video, object) { writing-mode: inherit !important; }
  .flow .svc-scroll-box {
    position: relative;
    display: block;
    clear: both;
    overflow: auto;
    max-inline-size: 100%;
    max-block-size: calc(var(--svc-column-block) - var(--svc-caption, 0.6) * var(--svc-rem));
    break-inside: avoid;
    scrollbar-width: thin;
    scrollbar-color: var(--svc-muted) transparent;
  }
  /* Columns as narrow as their longest words would make the rows high. */
  .flow .svc-wide > table { inline-size: max-content !important; max-inline-size: 200% !important; }
  .flow :is(p, div, section, article, aside, figure, blockquote, header, footer, ul, ol, dl) {
    max-inline-size: 100% !important;
  }
  /* Engines do not break scrollable tables. */
  .flow table { overflow: visible !important; }
  /* Elements that span the book's own columns would span the columns of the pages without them. */
  .flow :not(#_) { column-span: none !important; }
  .svc-break {
    break-inside: avoid;
    block-size: var(--svc-column-block);
    margin-block-end: calc(-1 * var(--svc-column-block));
  }
  /* Content that waits for layout is hidden on screen only: it is printed. */
  @media not print {
    .svc-held { display: none !important; }
  }
`;
