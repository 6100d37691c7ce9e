import { nameGroup, namesIn, type NameGroup } from './name-group.ts';

/** Attributes that are kept unchanged, with the reason. */
export interface AttributeGroup extends NameGroup {
  /** Null for all elements. */
  elements: readonly string[] | null;
}

function attributesOn(elements: string, reason: string, names: string): AttributeGroup {
  return { ...nameGroup(reason, names), elements: elements.trim().split(/\s+/) };
}

/**
 * HTML attributes. `id`, `class`, `style`, `lang`, `epub:type` and presentational attributes are
 * compiled separately, and URLs have a separate table. `aria-…` and `data-…` are kept because they
 * are only descriptive.
 */
export const htmlAttributes: readonly AttributeGroup[] = [
  {
    ...nameGroup('Direction, semantics and visibility.', 'dir hidden role title translate'),
    elements: null,
  },
  attributesOn('img area', 'Alternative text.', 'alt'),
  attributesOn('img table', 'Border width.', 'border'),
  attributesOn('img', 'Margins as in EPUB 2, and the image map.', 'hspace vspace usemap'),
  attributesOn('area', 'Its shape.', 'coords shape'),
  attributesOn(
    'map details',
    'Name of an image map, or of a group of exclusive `details` elements.',
    'name',
  ),
  attributesOn(
    'audio video',
    'Playback options, none of which starts playback.',
    'controls loop muted playsinline preload',
  ),
  attributesOn('track', 'Kind and language of the text track.', 'default kind label srclang'),
  attributesOn('ol', 'Numbering.', 'reversed start'),
  attributesOn('li data', 'Its value.', 'value'),
  attributesOn('ol ul li source', 'Type of the list marker or the file.', 'type'),
  attributesOn('img video table colgroup col tr th td hr pre', 'Its width.', 'width'),
  attributesOn('img video table thead tbody tfoot tr th td', 'Its height.', 'height'),
  attributesOn(
    'table',
    'Rules, spacing and description.',
    'cellpadding cellspacing frame rules summary',
  ),
  attributesOn('colgroup col', 'Number of columns.', 'span'),
  attributesOn(
    'td th',
    'Spans and header cells.',
    'abbr axis colspan headers nowrap rowspan scope',
  ),
  attributesOn(
    'colgroup col thead tbody tfoot tr th td',
    'Vertical alignment as in EPUB 2.',
    'valign',
  ),
  attributesOn(
    'p div h1 h2 h3 h4 h5 h6 hr img table caption colgroup col thead tbody tfoot tr th td',
    'Horizontal alignment as in EPUB 2.',
    'align',
  ),
  attributesOn('hr', 'Its appearance.', 'noshade'),
  attributesOn('br', 'The floats that it clears.', 'clear'),
  attributesOn('time ins del', 'Its date.', 'datetime'),
  attributesOn('details', 'Whether it is open.', 'open'),
];

/** SVG attributes. Excludes `href`, `on…` and references to files or styles. `aria-…` is kept. */
export const svgAttributes: readonly NameGroup[] = [
  nameGroup(
    'Required features, which are never loaded, and pointer events.',
    'pointer-events requiredExtensions requiredFeatures',
  ),
  nameGroup(
    'Geometry, text and filters, as numbers and keywords. Values with a URL are dropped.',
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

/** SVG attributes whose value may be `url(#…)`, limited to fragments of the same SVG. */
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

/** MathML attributes. `aria-…` is kept. */
export const mathmlAttributes: readonly NameGroup[] = [
  nameGroup(
    'Formula layout, as numbers and keywords. Excludes `href`, `actiontype` and references to files.',
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

/** Descriptive attributes without effect. `data-svc…` is reserved for the reader. */
const descriptiveAttribute = /^(?:aria-[a-z]+|data-(?!svc)[a-z0-9._-]+)$/;

const html = elementsByAttribute();
const svg = namesIn(svgAttributes);
const mathml = namesIn(mathmlAttributes);

/** Whether an attribute without a namespace is kept unchanged on an HTML element. */
export function isAllowedHtmlAttribute(tag: string, name: string): boolean {
  const elements = html.get(name);
  return elements === null || elements?.has(tag) || descriptiveAttribute.test(name);
}

/**
 * Whether an attribute is kept on an SVG element. Values parsed as styles may only refer to
 * fragments of the same SVG.
 */
export function isAllowedSvgAttribute(name: string, value: string): boolean {
  if (svgReferenceAttributes.has(name)) return isFragmentUrl(value);
  return descriptiveAttribute.test(name) || (svg.has(name) && hasNoUrl(value));
}

export function isAllowedMathmlAttribute(name: string): boolean {
  return mathml.has(name) || descriptiveAttribute.test(name);
}

/** These attributes are parsed as styles, including escapes. */
function hasNoUrl(value: string): boolean {
  return !/url\s*\(|[\\<]/i.test(value);
}

/** Whether a value refers to a fragment of the same SVG. */
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
