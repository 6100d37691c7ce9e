import { nameGroup, namesIn, type NameGroup } from './name-group.ts';

/** Attributes that may stay as they are, why, and on which elements; null for every one. */
export interface AttributeGroup extends NameGroup {
  elements: readonly string[] | null;
}

function attributesOn(elements: string, reason: string, names: string): AttributeGroup {
  return { ...nameGroup(reason, names), elements: elements.trim().split(/\s+/) };
}

/**
 * Attributes of HTML. `id`, `class`, `style`, `lang`, `epub:type` and looks are compiled apart, addresses by
 * a table of their own; `aria-…` and `data-…` stay, as they only describe.
 */
export const htmlAttributes: readonly AttributeGroup[] = [
  {
    ...nameGroup('Direction, description and what is hidden.', 'dir hidden role title translate'),
    elements: null,
  },
  attributesOn('img area', 'The words that stand for a picture.', 'alt'),
  attributesOn('img table', 'Its frame.', 'border'),
  attributesOn(
    'img',
    'The room around it, as EPUB 2 books say it, and the map that lies on it.',
    'hspace vspace usemap',
  ),
  attributesOn('area', 'Its outline: numbers and a word.', 'coords shape'),
  attributesOn(
    'map details',
    'What a picture calls its map by; of blocks that fold, which belong together.',
    'name',
  ),
  attributesOn(
    'audio video',
    'How a recording is played. None starts one.',
    'controls loop muted playsinline preload',
  ),
  attributesOn('track', 'What its words are and in which language.', 'default kind label srclang'),
  attributesOn('ol', 'How it counts.', 'reversed start'),
  attributesOn('li data', 'Its number.', 'value'),
  attributesOn('ol ul li source', 'The kind of its numbers, or of its file.', 'type'),
  attributesOn('img video table colgroup col tr th td hr pre', 'Its size.', 'width'),
  attributesOn('img video table thead tbody tfoot tr th td', 'Its size.', 'height'),
  attributesOn(
    'table',
    'Its rules, its room and its description.',
    'cellpadding cellspacing frame rules summary',
  ),
  attributesOn('colgroup col', 'How many columns it is.', 'span'),
  attributesOn(
    'td th',
    'What it spans and what it belongs to.',
    'abbr axis colspan headers nowrap rowspan scope',
  ),
  attributesOn(
    'colgroup col thead tbody tfoot tr th td',
    'Its side, as old tables say it.',
    'valign',
  ),
  attributesOn(
    'p div h1 h2 h3 h4 h5 h6 hr img table caption colgroup col thead tbody tfoot tr th td',
    'Its side, as EPUB 2 books say it.',
    'align',
  ),
  attributesOn('hr', 'How it is drawn.', 'noshade'),
  attributesOn('br', 'What it ends.', 'clear'),
  attributesOn('time ins del', 'Its date.', 'datetime'),
  attributesOn('details', 'That it stands open.', 'open'),
];

/** Attributes of SVG. No `href`, no `on…`, nothing that names a file or a style; `aria-…` stays. */
export const svgAttributes: readonly NameGroup[] = [
  nameGroup(
    'Names of what a reader must understand to draw a part, which nobody fetches; and whether it can be touched.',
    'pointer-events requiredExtensions requiredFeatures',
  ),
  nameGroup(
    'Geometry, text and filters: numbers and words. A value with an address in it is dropped.',
    `role accumulate alignment-baseline amplitude azimuth baseFrequency baseline-shift bias clip clip-rule
  clipPathUnits color-interpolation color-interpolation-filters color-rendering cx cy d diffuseConstant direction
  display divisor dominant-baseline dx dy edgeMode elevation exponent fill-opacity fill-rule
  filterUnits flood-opacity font-size font-size-adjust font-style font-variant font-weight font-stretch fr fx fy
  glyph-orientation-horizontal glyph-orientation-vertical gradientTransform gradientUnits height image-rendering in in2 intercept k1 k2 k3 k4 kerning kernelMatrix kernelUnitLength
  lengthAdjust letter-spacing limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits
  maskUnits mask-type method mode numOctaves offset opacity operator order orient overflow paint-order
  pathLength patternContentUnits patternTransform patternUnits points pointsAtX pointsAtY pointsAtZ
  preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY result rotate rx ry scale seed
  shape-rendering side slope spacing specularConstant specularExponent spreadMethod startOffset
  stdDeviation stitchTiles stop-opacity stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width surfaceScale systemLanguage
  tableValues targetX targetY text-anchor text-decoration text-orientation text-rendering textLength transform
  transform-origin type unicode-bidi values vector-effect version viewBox visibility white-space width
  word-spacing writing-mode x x1 x2 xChannelSelector y y1 y2 yChannelSelector z`,
  ),
];

/** Attributes of SVG whose value may be `url(#…)`: a fragment of the same drawing, nothing else. */
export const svgReferenceAttributes: ReadonlySet<string> = new Set([
  'clip-path',
  'filter',
  'marker',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'fill',
  'stroke',
]);

/** Attributes of MathML; `aria-…` stays. */
export const mathmlAttributes: readonly NameGroup[] = [
  nameGroup(
    'How a formula is set: numbers and words. No `href`, no `actiontype`, nothing that names a file.',
    `accent accentunder align alignmentscope alttext bevelled charalign close columnalign columnlines
  columnspacing columnspan columnwidth crossout decimalpoint denomalign depth dir display displaystyle
  edge equalcolumns equalrows fence form frame framespacing groupalign height indentalign
  indentshift largeop length linebreak linethickness location longdivstyle lspace lquote mathsize
  mathvariant maxsize minlabelspacing minsize movablelimits mslinethickness notation numalign open
  position rowalign rowlines rowspacing rowspan rquote rspace scriptlevel scriptminsize
  scriptsizemultiplier selection separator separators shift side stackalign stretchy subscriptshift
  superscriptshift symmetric voffset width`,
  ),
];

/** Names that begin like this describe, and do nothing; `data-svc…` is the reader's own. */
const descriptiveAttribute = /^(?:aria-[a-z]+|data-(?!svc)[a-z0-9._-]+)$/;

const html = elementsByAttribute();
const svg = namesIn(svgAttributes);
const mathml = namesIn(mathmlAttributes);

/** Whether an attribute without a namespace may stay as it is on an HTML element. */
export function isAllowedHtmlAttribute(tag: string, name: string): boolean {
  const elements = html.get(name);
  return elements === null || elements?.has(tag) || descriptiveAttribute.test(name);
}

/** Whether it may stay on an SVG element; what is read as a style may name a part of the drawing at most. */
export function isAllowedSvgAttribute(name: string, value: string): boolean {
  if (svgReferenceAttributes.has(name)) return isFragmentUrl(value);
  return descriptiveAttribute.test(name) || (svg.has(name) && hasNoUrl(value));
}

export function isAllowedMathmlAttribute(name: string): boolean {
  return mathml.has(name) || descriptiveAttribute.test(name);
}

/** Such attributes are read as styles, escapes included. */
function hasNoUrl(value: string): boolean {
  return !/url\s*\(|[\\<]/i.test(value);
}

/** Whether a value names a part of the same drawing. */
export function isFragmentUrl(value: string): boolean {
  return /^\s*url\(\s*["']?#[\w.:-]+["']?\s*\)\s*$/i.test(value);
}

function elementsByAttribute(): ReadonlyMap<string, ReadonlySet<string> | null> {
  const elements = new Map<string, ReadonlySet<string> | null>();
  for (const { names, elements: tags } of htmlAttributes) {
    for (const name of names) {
      elements.set(name, tags && new Set([...(elements.get(name) ?? []), ...tags]));
    }
  }
  return elements;
}
