import { nameGroup, namesIn, type NameGroup } from './name-group.ts';

/**
 * Functions that a value may use. A value with another one is left out whole. Of addresses, `url()` alone is
 * read: it leads to a part of the same drawing or to a picture of the book. `var()` is replaced at import.
 */
export const allowedFunctions: readonly NameGroup[] = [
  nameGroup(
    'Sums of numbers and lengths.',
    'calc min max clamp round mod rem abs sign sqrt hypot pow',
  ),
  nameGroup(
    'Pictures that are made of colours.',
    `linear-gradient radial-gradient conic-gradient repeating-linear-gradient
    repeating-radial-gradient repeating-conic-gradient`,
  ),
  nameGroup('Numbers of headings, notes and lists.', 'counter counters'),
  nameGroup('An attribute’s words, in `content` alone.', 'attr'),
  nameGroup(
    'Where a box is drawn; the room for it stays where it was.',
    `translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d
    rotate rotatex rotatey rotatez rotate3d skew skewx skewy matrix matrix3d perspective`,
  ),
  nameGroup('The pace of a motion.', 'cubic-bezier steps linear'),
  nameGroup(
    'Filters of what is drawn already.',
    'blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia',
  ),
  nameGroup(
    'Outlines to cut by and to flow around.',
    'circle ellipse inset polygon path rect xywh',
  ),
  nameGroup('Tracks of a grid.', 'repeat minmax fit-content'),
];

/** Functions that make a colour; the theme has a say in its lightness. */
export const allowedColorFunctions: readonly NameGroup[] = [
  nameGroup('Colours by numbers.', 'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix'),
];

export const allowedFunctionNames: ReadonlySet<string> = namesIn(allowedFunctions);

export const allowedColorFunctionNames: ReadonlySet<string> = namesIn(allowedColorFunctions);

/** At-rules that are read, and what becomes of each. Every other one is left out with what it holds. */
export const allowedAtRules = {
  import: 'The sheet of the book that it names is put in its place.',
  media: 'Sizes are asked of the page, not of the window; colour schemes are the theme’s.',
  supports: 'As it is, around what is compiled.',
  layer: 'What it holds, in the order of the sheet.',
  'font-face': 'Its family is renamed, its file loaded from the book and for the book alone.',
  keyframes: 'Its declarations are compiled as all others.',
  'counter-style': 'Its descriptors hold words and numbers, no addresses.',
} as const satisfies Record<string, string>;
/** Properties that books may set. A declaration of another one is left out. */
export const allowedProperties: readonly NameGroup[] = [
  nameGroup(
    'How words are set: letters, spaces, lines. Sizes and families go through the reader’s own.',
    `color font font-family font-feature-settings font-kerning font-optical-sizing font-size
    font-size-adjust font-stretch font-style font-synthesis font-variant font-variant-alternates
    font-variant-caps font-variant-east-asian font-variant-ligatures font-variant-numeric
    font-variant-position font-variation-settings font-weight hanging-punctuation
    hyphenate-character hyphenate-limit-chars hyphens letter-spacing line-break line-height
    overflow-wrap quotes ruby-align ruby-position tab-size text-align text-align-last
    text-autospace text-combine-upright text-decoration text-decoration-color
    text-decoration-line text-decoration-skip-ink text-decoration-style text-decoration-thickness
    text-emphasis text-emphasis-color text-emphasis-position text-emphasis-style text-indent
    text-justify text-orientation text-overflow text-shadow text-spacing-trim text-transform
    text-underline-offset text-underline-position text-wrap text-wrap-mode text-wrap-style
    vertical-align white-space white-space-collapse word-break word-spacing word-wrap`,
  ),
  nameGroup(
    'The outline of letters; without it, letters of no colour of their own would be invisible.',
    '-webkit-text-stroke -webkit-text-stroke-color -webkit-text-stroke-width',
  ),
  nameGroup(
    'Which way it is written; pages follow the root’s.',
    `direction unicode-bidi writing-mode`,
  ),
  nameGroup(
    'The size, the place and the cut of a box. None leaves its page: `fixed` and `sticky` are not positions here.',
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
  nameGroup('What lies above others may let a touch through to a link below it.', 'pointer-events'),
  nameGroup(
    'Colours, frames, shadows and pictures of the book; colours go through the theme.',
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
    'Marks, numbers and made words.',
    `counter-increment counter-reset counter-set list-style list-style-image list-style-position
    list-style-type content`,
  ),
  nameGroup('How tables are laid out.', `caption-side empty-cells table-layout`),
  nameGroup(
    'Boxes beside each other.',
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
  nameGroup('Where pages begin.', `break-after break-before break-inside orphans widows`),
  nameGroup(
    'How a box moves and turns where it stands.',
    `animation animation-delay animation-direction animation-duration animation-fill-mode
    animation-iteration-count animation-name animation-play-state animation-timing-function
    backface-visibility perspective perspective-origin rotate scale transform transform-box
    transform-origin transform-style transition transition-delay transition-duration
    transition-property transition-timing-function translate`,
  ),
  nameGroup(
    'What drawings are made of: numbers, colours, parts of the same drawing.',
    `alignment-baseline baseline-shift clip-rule color-interpolation color-interpolation-filters
    cx cy d dominant-baseline fill fill-opacity fill-rule flood-color flood-opacity
    lighting-color marker marker-end marker-mid marker-start mask-type paint-order r rx ry
    shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
    stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
    text-rendering vector-effect x y`,
  ),
  nameGroup('How formulas are set.', `math-depth math-shift math-style`),
];

export const allowedPropertyNames: ReadonlySet<string> = namesIn(allowedProperties);

export type AllowedAtRule = keyof typeof allowedAtRules;

export function isAllowedAtRule(name: string): name is AllowedAtRule {
  return Object.hasOwn(allowedAtRules, name);
}
