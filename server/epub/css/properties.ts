/** Properties that books may set, with the reason where a group needs one. Everything else is dropped. */
const groups = {
  text: `color font font-family font-feature-settings font-kerning font-optical-sizing font-size
    font-size-adjust font-stretch font-style font-synthesis font-variant font-variant-alternates
    font-variant-caps font-variant-east-asian font-variant-ligatures font-variant-numeric
    font-variant-position font-variation-settings font-weight hanging-punctuation hyphenate-character
    hyphenate-limit-chars hyphens letter-spacing line-break line-height overflow-wrap quotes ruby-align
    ruby-position tab-size text-align text-align-last text-autospace text-combine-upright text-decoration
    text-decoration-color text-decoration-line text-decoration-skip-ink text-decoration-style
    text-decoration-thickness text-emphasis text-emphasis-color text-emphasis-position
    text-emphasis-style text-indent text-justify text-orientation text-overflow text-shadow
    text-spacing-trim text-transform text-underline-offset text-underline-position text-wrap
    text-wrap-mode text-wrap-style vertical-align white-space white-space-collapse word-break
    word-spacing word-wrap`,
  // Direction and writing mode of the root are read at import as well: pages follow them.
  writing: `direction unicode-bidi writing-mode`,
  box: `aspect-ratio block-size bottom box-decoration-break box-sizing clear clip clip-path display
    float height inline-size inset inset-block inset-block-end inset-block-start inset-inline
    inset-inline-end inset-inline-start left margin margin-block margin-block-end margin-block-start
    margin-bottom margin-inline margin-inline-end margin-inline-start margin-left margin-right
    margin-top max-block-size max-height max-inline-size max-width min-block-size min-height
    min-inline-size min-width object-fit object-position overflow overflow-block overflow-inline
    overflow-x overflow-y padding padding-block padding-block-end padding-block-start padding-bottom
    padding-inline padding-inline-end padding-inline-start padding-left padding-right padding-top
    position right shape-image-threshold shape-margin shape-outside top visibility width z-index`,
  paint: `background background-attachment background-blend-mode background-clip background-color
    background-image background-origin background-position background-position-x
    background-position-y background-repeat background-size border border-block border-block-color
    border-block-end border-block-end-color border-block-end-style border-block-end-width
    border-block-start border-block-start-color border-block-start-style border-block-start-width
    border-block-style border-block-width border-bottom border-bottom-color
    border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width
    border-collapse border-color border-end-end-radius border-end-start-radius border-image
    border-image-outset border-image-repeat border-image-slice border-image-source
    border-image-width border-inline border-inline-color border-inline-end border-inline-end-color
    border-inline-end-style border-inline-end-width border-inline-start border-inline-start-color
    border-inline-start-style border-inline-start-width border-inline-style border-inline-width
    border-left border-left-color border-left-style border-left-width border-radius border-right
    border-right-color border-right-style border-right-width border-spacing border-start-end-radius
    border-start-start-radius border-style border-top border-top-color border-top-left-radius
    border-top-right-radius border-top-style border-top-width border-width box-shadow filter
    image-orientation image-rendering isolation mask mask-clip mask-composite mask-image mask-mode
    mask-origin mask-position mask-repeat mask-size mix-blend-mode opacity outline outline-color
    outline-offset outline-style outline-width`,
  lists: `counter-increment counter-reset counter-set list-style list-style-image
    list-style-position list-style-type content`,
  tables: `caption-side empty-cells table-layout`,
  flexAndGrid: `align-content align-items align-self column-gap flex flex-basis flex-direction
    flex-flow flex-grow flex-shrink flex-wrap gap grid grid-area grid-auto-columns grid-auto-flow
    grid-auto-rows grid-column grid-column-end grid-column-gap grid-column-start grid-gap grid-row
    grid-row-end grid-row-gap grid-row-start grid-template grid-template-areas
    grid-template-columns grid-template-rows justify-content justify-items justify-self order
    place-content place-items place-self row-gap`,
  columns: `column-count column-fill column-rule column-rule-color column-rule-style
    column-rule-width column-span column-width columns`,
  breaks: `break-after break-before break-inside orphans widows`,
  motion: `animation animation-delay animation-direction animation-duration animation-fill-mode
    animation-iteration-count animation-name animation-play-state animation-timing-function
    backface-visibility perspective perspective-origin rotate scale transform transform-box
    transform-origin transform-style transition transition-delay transition-duration
    transition-property transition-timing-function translate`,
  svg: `alignment-baseline baseline-shift clip-rule color-interpolation color-interpolation-filters
    cx cy d dominant-baseline fill fill-opacity fill-rule flood-color flood-opacity lighting-color
    marker marker-end marker-mid marker-start paint-order r rx ry shape-rendering stop-color
    stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-opacity stroke-width text-anchor text-rendering vector-effect x y`,
  mathml: `math-depth math-shift math-style`,
};

export const allowedProperties: ReadonlySet<string> = new Set(
  Object.values(groups).flatMap((group) => group.split(/\s+/)),
);

/** Properties whose value is a family list, with or without what stands before it. */
export const familyProperties: ReadonlySet<string> = new Set(['font', 'font-family']);

/** Properties in which a bare word can be a colour. Elsewhere “tan” may be a family or an area. */
export function takesColor(property: string): boolean {
  return (
    property.endsWith('color') ||
    /^(?:background|background-image|border(?:-(?:top|right|bottom|left|block|inline)(?:-(?:start|end))?)?|border-image|border-image-source|outline|column-rule|text-decoration|text-emphasis|text-shadow|box-shadow|filter|fill|stroke|list-style|list-style-image|mask|mask-image)$/.test(
      property,
    )
  );
}

/**
 * What the root of a reflowable document may not set: the pages are the reader's, and a fixed
 * height, a frame or columns of its own would hide text.
 */
export function belongsToReader(property: string): boolean {
  return /^(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|position|display|float|inset.*|top|right|bottom|left|z-index|overflow.*|column.*|break-.*|transform.*|translate|rotate|scale|clip|clip-path|aspect-ratio|box-sizing|visibility|opacity|filter|animation.*|transition.*|flex.*|grid.*|align-.*|justify-.*|place-.*|object-.*)$/.test(
    property,
  );
}
