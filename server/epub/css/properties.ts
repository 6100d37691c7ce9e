import { allowedPropertyNames } from '../../../shared/allowlists/css.ts';

/** Legacy names that differ from the standard name by more than a prefix. */
const propertyAliases: Record<string, string> = {
  'adobe-hyphenate': 'hyphens',
  'text-combine': 'text-combine-upright',
  'text-combine-horizontal': 'text-combine-upright',
  'word-wrap': 'overflow-wrap',
  'page-break-before': 'break-before',
  'page-break-after': 'break-after',
  'page-break-inside': 'break-inside',
  'column-break-before': 'break-before',
  'column-break-after': 'break-after',
  'column-break-inside': 'break-inside',
  'margin-start': 'margin-inline-start',
  'margin-end': 'margin-inline-end',
  'padding-start': 'padding-inline-start',
  'padding-end': 'padding-inline-end',
  'grid-gap': 'gap',
  'grid-row-gap': 'row-gap',
  'grid-column-gap': 'column-gap',
  // Properties that no engine supports without a prefix.
  'text-stroke': '-webkit-text-stroke',
  'text-stroke-color': '-webkit-text-stroke-color',
  'text-stroke-width': '-webkit-text-stroke-width',
};

// Every forced break becomes a column break because the reader's pages are columns.
const breakValues: Record<string, string> = {
  always: 'column',
  page: 'column',
  left: 'column',
  right: 'column',
  recto: 'column',
  verso: 'column',
  all: 'column',
  'avoid-page': 'avoid',
  'avoid-column': 'avoid',
};

const keywordAliases: Record<string, Record<string, string>> = {
  'break-before': breakValues,
  'break-after': breakValues,
  'break-inside': breakValues,
  'writing-mode': {
    lr: 'horizontal-tb',
    'lr-tb': 'horizontal-tb',
    rl: 'horizontal-tb',
    'rl-tb': 'horizontal-tb',
    tb: 'vertical-rl',
    'tb-rl': 'vertical-rl',
    'tb-lr': 'vertical-lr',
  },
  'text-orientation': {
    'vertical-right': 'mixed',
    'rotate-right': 'sideways',
    'sideways-right': 'sideways',
    'rotate-normal': 'mixed',
    'rotate-left': 'sideways',
  },
  'text-combine-upright': { horizontal: 'all' },
  'ruby-position': { before: 'over', after: 'under', 'inter-character': 'inter-character' },
  'text-underline-position': { alphabetic: 'auto', below: 'under', 'auto-pos': 'auto' },
  'text-transform': { '-epub-fullwidth': 'full-width', fullwidth: 'full-width' },
  'word-break': { 'break-word': 'break-word' },
  hyphens: { all: 'auto', explicit: 'manual' },
  display: {
    '-webkit-box': 'flex',
    '-webkit-inline-box': 'inline-flex',
    '-webkit-flex': 'flex',
    '-moz-box': 'flex',
    '-ms-flexbox': 'flex',
  },
  'text-align': {
    '-webkit-center': 'center',
    '-moz-center': 'center',
    '-webkit-left': 'left',
    '-webkit-right': 'right',
    '-webkit-auto': 'start',
    '-webkit-match-parent': 'match-parent',
  },
  'white-space': {
    '-moz-pre-wrap': 'pre-wrap',
    '-pre-wrap': 'pre-wrap',
    '-o-pre-wrap': 'pre-wrap',
  },
  position: { '-webkit-sticky': 'sticky' },
  // WebKit 2.50 crashes on paragraphs with `pretty` that contain formulas; the reader sets its own
  // value.
  'text-wrap': { pretty: 'wrap' },
  'text-wrap-style': { pretty: 'auto' },
};

/** Properties whose value contains a list of font families. */
export const familyProperties: ReadonlySet<string> = new Set(['font', 'font-family']);

/**
 * Properties in which an identifier can be a color. In others, “tan” may be a font family or a grid
 * area.
 */
export function acceptsColor(property: string): boolean {
  return (
    property.endsWith('color') ||
    /^(?:background|background-image|border(?:-(?:top|right|bottom|left|block|inline)(?:-(?:start|end))?)?|border-image|border-image-source|outline|column-rule|text-decoration|text-emphasis|text-shadow|-webkit-text-stroke|box-shadow|filter|fill|stroke|list-style|list-style-image|mask|mask-image)$/.test(
      property,
    )
  );
}

/**
 * Properties that the root of a reflowable document must not set. The reader lays out the pages,
 * and a fixed height, a frame or columns would hide text.
 */
export function isReaderControlled(property: string): boolean {
  return /^(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|position|display|float|inset.*|top|right|bottom|left|z-index|overflow.*|column.*|break-.*|transform.*|translate|rotate|scale|clip|clip-path|aspect-ratio|box-sizing|visibility|pointer-events|opacity|filter|animation.*|transition.*|flex.*|grid.*|align-.*|justify-.*|place-.*|object-.*)$/.test(
    property,
  );
}

/**
 * Returns the standard name of a property in a book, such as `hyphens` for `-epub-hyphens`, or null
 * if the property is not allowed.
 */
export function standardProperty(property: string): { name: string; prefixed: boolean } | null {
  const bare = property.toLowerCase().replace(/^-(?:epub|webkit|moz|ms|o)-/, '');
  const name = propertyAliases[bare] ?? bare;
  if (!allowedPropertyNames.has(name)) return null;
  return { name, prefixed: name !== property.toLowerCase() };
}

/** Returns the standard keyword for a property's legacy keyword. */
export function standardKeyword(property: string, keyword: string): string {
  return keywordAliases[property]?.[keyword.toLowerCase()] ?? keyword;
}
