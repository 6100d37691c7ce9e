import { propertyNames } from './allowed-properties.ts';

/** Old names that are not the standard name behind a prefix. */
const renamed: Record<string, string> = {
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
  // No engine knows them by another name.
  'text-stroke': '-webkit-text-stroke',
  'text-stroke-color': '-webkit-text-stroke-color',
  'text-stroke-width': '-webkit-text-stroke-width',
};

// A forced break of any kind starts a new page of the reader, and those pages are columns.
const breaks: Record<string, string> = {
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

const values: Record<string, Record<string, string>> = {
  'break-before': breaks,
  'break-after': breaks,
  'break-inside': breaks,
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
  // WebKit 2.50 crashes on a paragraph of these with formulas in it; the reader sets its own.
  'text-wrap': { pretty: 'wrap' },
  'text-wrap-style': { pretty: 'auto' },
};

/**
 * The standard property for a name as books write it, such as `hyphens` for `-epub-hyphens`;
 * null for what books may not set.
 */
export function standardProperty(property: string): { name: string; prefixed: boolean } | null {
  const bare = property.toLowerCase().replace(/^-(?:epub|webkit|moz|ms|o)-/, '');
  const name = renamed[bare] ?? bare;
  if (!propertyNames.has(name)) return null;
  return { name, prefixed: name !== property.toLowerCase() };
}

/** The standard keyword for one of a property's old keywords. */
export function standardKeyword(property: string, keyword: string): string {
  return values[property]?.[keyword.toLowerCase()] ?? keyword;
}
