import { nameGroup, namesIn, type NameGroup } from './name-group.ts';

/**
 * Functions allowed in values. A value with any other function is omitted. The only URL function is
 * `url()`, limited to fragments of the same SVG and images in the book. `var()` is replaced at
 * import.
 */
export const allowedFunctions: readonly NameGroup[] = [
  nameGroup('Calculations.', 'calc min max clamp round mod rem abs sign sqrt hypot pow'),
  nameGroup(
    'Gradients.',
    `linear-gradient radial-gradient conic-gradient repeating-linear-gradient
    repeating-radial-gradient repeating-conic-gradient`,
  ),
  nameGroup('Counters for headings, notes and lists.', 'counter counters'),
  nameGroup('Attribute text, only in `content`.', 'attr'),
  nameGroup(
    'Transforms, which do not affect layout.',
    `translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d
    rotate rotatex rotatey rotatez rotate3d skew skewx skewy matrix matrix3d perspective`,
  ),
  nameGroup('Easing.', 'cubic-bezier steps linear'),
  nameGroup(
    'Filters, which affect only rendered content.',
    'blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia',
  ),
  nameGroup(
    'Shapes for clipping and text wrapping.',
    'circle ellipse inset polygon path rect xywh',
  ),
  nameGroup('Grid tracks.', 'repeat minmax fit-content'),
];

/** Color functions. The theme adjusts the lightness of the result. */
export const allowedColorFunctions: readonly NameGroup[] = [
  nameGroup('Colors.', 'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix'),
];

export const allowedFunctionNames: ReadonlySet<string> = namesIn(allowedFunctions);

export const allowedColorFunctionNames: ReadonlySet<string> = namesIn(allowedColorFunctions);

/** Allowed at-rules and their treatment. Others are omitted with their content. */
export const allowedAtRules = {
  import: 'Replaced by the imported style sheet from the book.',
  media: 'Sizes refer to the page instead of the window. The theme controls color schemes.',
  supports: 'Kept around the compiled rules.',
  layer: 'Replaced by its content, in source order.',
  'font-face': 'The family is renamed, and its file is loaded from the book and used only there.',
  keyframes: 'Its declarations are compiled like all other declarations.',
  'counter-style': 'Its descriptors contain keywords and numbers but no URLs.',
} as const satisfies Record<string, string>;
/** Properties that books may set. Other declarations are omitted. */
export const allowedProperties: readonly NameGroup[] = [
  nameGroup(
    'Typography. Sizes and families are combined with the reader’s settings.',
    `color font font-family font-feature-settings font-kerning font-optical-sizing font-size
    font-size-adjust font-stretch font-style font-synthesis font-variant font-variant-alternates
    font-variant-caps font-variant-east-asian font-variant-ligatures font-variant-numeric
    font-variant-position font-variation-settings font-weight hanging-punctuation
    hyphenate-character hyphenate-limit-chars hyphens initial-letter letter-spacing line-break line-height
    overflow-wrap quotes ruby-align ruby-position tab-size text-align text-align-last
    text-autospace text-combine-upright text-decoration text-decoration-color
    text-decoration-line text-decoration-skip-ink text-decoration-style text-decoration-thickness
    text-emphasis text-emphasis-color text-emphasis-position text-emphasis-style text-indent
    text-justify text-orientation text-overflow text-shadow text-spacing-trim text-transform
    text-underline-offset text-underline-position text-wrap text-wrap-mode text-wrap-style
    vertical-align white-space white-space-collapse word-break word-spacing word-wrap`,
  ),
  nameGroup(
    'Text outlines. Without them, transparent text would be invisible.',
    '-webkit-text-stroke -webkit-text-stroke-color -webkit-text-stroke-width',
  ),
  nameGroup(
    'Writing direction. The page order follows the root element.',
    `direction unicode-bidi writing-mode`,
  ),
  nameGroup(
    'Box size, position and clipping. `fixed` and `sticky` are excluded because boxes must stay on their page.',
    `aspect-ratio block-size bottom box-decoration-break box-sizing clear clip clip-path display
    float height inline-size inset inset-block inset-block-end inset-block-start inset-inline
    inset-inline-end inset-inline-start left margin margin-block margin-block-end
    margin-block-start margin-bottom margin-inline margin-inline-end margin-inline-start
    margin-left margin-right margin-top max-block-size max-height max-inline-size max-width
    min-block-size min-height min-inline-size min-width object-fit object-position overflow
    overflow-block overflow-inline overflow-x overflow-y padding padding-block padding-block-end
    padding-block-start padding-bottom padding-inline padding-inline-end padding-inline-start
    padding-left padding-right padding-top position right shape-image-threshold shape-margin
    shape-outside top visibility width z-index`,
  ),
  nameGroup('Elements may pass pointer events to a link below them.', 'pointer-events'),
  nameGroup(
    'Colors, borders, shadows and images in the book. The theme adjusts the colors.',
    `background background-attachment background-blend-mode background-clip background-color
    background-image background-origin background-position background-position-x
    background-position-y background-repeat background-size border border-block
    border-block-color border-block-end border-block-end-color border-block-end-style
    border-block-end-width border-block-start border-block-start-color border-block-start-style
    border-block-start-width border-block-style border-block-width border-bottom
    border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style
    border-bottom-width border-collapse border-color border-end-end-radius
    border-end-start-radius border-image border-image-outset border-image-repeat
    border-image-slice border-image-source border-image-width border-inline border-inline-color
    border-inline-end border-inline-end-color border-inline-end-style border-inline-end-width
    border-inline-start border-inline-start-color border-inline-start-style
    border-inline-start-width border-inline-style border-inline-width border-left
    border-left-color border-left-style border-left-width border-radius border-right
    border-right-color border-right-style border-right-width border-spacing
    border-start-end-radius border-start-start-radius border-style border-top border-top-color
    border-top-left-radius border-top-right-radius border-top-style border-top-width border-width
    box-shadow filter image-orientation image-rendering isolation mask mask-clip mask-composite
    mask-image mask-mode mask-origin mask-position mask-repeat mask-size mix-blend-mode opacity
    outline outline-color outline-offset outline-style outline-width`,
  ),
  nameGroup(
    'Lists, counters and generated content.',
    `counter-increment counter-reset counter-set list-style list-style-image list-style-position
    list-style-type content`,
  ),
  nameGroup('Table layout.', `caption-side empty-cells table-layout`),
  nameGroup(
    'Flexbox and grid.',
    `align-content align-items align-self column-gap flex flex-basis flex-direction flex-flow
    flex-grow flex-shrink flex-wrap gap grid grid-area grid-auto-columns grid-auto-flow
    grid-auto-rows grid-column grid-column-end grid-column-gap grid-column-start grid-gap
    grid-row grid-row-end grid-row-gap grid-row-start grid-template grid-template-areas
    grid-template-columns grid-template-rows justify-content justify-items justify-self order
    place-content place-items place-self row-gap`,
  ),
  nameGroup(
    'Columns within a page.',
    `column-count column-fill column-rule column-rule-color column-rule-style column-rule-width
    column-span column-width columns`,
  ),
  nameGroup('Page breaks.', `break-after break-before break-inside orphans widows`),
  nameGroup(
    'Animations and transforms.',
    `animation animation-delay animation-direction animation-duration animation-fill-mode
    animation-iteration-count animation-name animation-play-state animation-timing-function
    backface-visibility perspective perspective-origin rotate scale transform transform-box
    transform-origin transform-style transition transition-delay transition-duration
    transition-property transition-timing-function translate`,
  ),
  nameGroup(
    'SVG properties, as numbers, colors and fragments of the same SVG.',
    `alignment-baseline baseline-shift clip-rule color-interpolation color-interpolation-filters
    cx cy d dominant-baseline fill fill-opacity fill-rule flood-color flood-opacity
    lighting-color marker marker-end marker-mid marker-start mask-type paint-order r rx ry
    shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
    stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
    text-rendering vector-effect x y`,
  ),
  nameGroup('Formulas.', `math-depth math-shift math-style`),
];

export const allowedPropertyNames: ReadonlySet<string> = namesIn(allowedProperties);

export type AllowedAtRule = keyof typeof allowedAtRules;

export function isAllowedAtRule(name: string): name is AllowedAtRule {
  return Object.hasOwn(allowedAtRules, name);
}
