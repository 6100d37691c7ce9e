/** Attributes that may stay as they are, and why. */
export interface AttributeGroup {
  reason: string;
  names: readonly string[];
}

function group(reason: string, names: string): AttributeGroup {
  return { reason, names: names.trim().split(/\s+/) };
}

/**
 * Attributes of HTML. `id`, `class`, `style`, `lang`, `epub:type`, looks and addresses are compiled apart;
 * `aria-…` and `data-…` stay, as they only describe.
 */
export const htmlAttributes: readonly AttributeGroup[] = [
  group(
    'On every element: direction, description and what is hidden.',
    'dir hidden role title translate',
  ),
  group(
    'Of pictures, maps and recordings: size, words and shape. None starts a recording.',
    `alt border controls coords default height kind label loop muted name preload shape srclang type
    usemap width`,
  ),
  group('Of lists: how they are counted.', 'reversed start value'),
  group(
    'Of tables and old blocks: spans, rules and sides.',
    `abbr align axis cellpadding cellspacing clear colspan frame headers noshade nowrap rowspan rules
    scope span summary valign`,
  ),
  group('Dates of changes, and a block that stands open.', 'datetime open'),
];

/** Attributes of SVG. No `href`, no `on…`, nothing that names a file or a style; `aria-…` stays. */
export const svgAttributes: readonly AttributeGroup[] = [
  group(
    'Geometry, text and filters: numbers and words. A value with an address in it is dropped.',
    `role accumulate alignment-baseline amplitude azimuth baseFrequency baseline-shift bias clip-rule
  clipPathUnits color-interpolation color-interpolation-filters cx cy d diffuseConstant direction
  display divisor dominant-baseline dx dy edgeMode elevation exponent fill-opacity fill-rule
  filterUnits flood-opacity font-size font-style font-variant font-weight font-stretch fr fx fy
  gradientTransform gradientUnits height in in2 intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength
  lengthAdjust letter-spacing limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits
  maskUnits method mode numOctaves offset opacity operator order orient overflow paint-order
  pathLength patternContentUnits patternTransform patternUnits points pointsAtX pointsAtY pointsAtZ
  preserveAlpha preserveAspectRatio primitiveUnits r radius refX refY result rotate rx ry scale seed
  shape-rendering side slope spacing specularConstant specularExponent spreadMethod startOffset
  stdDeviation stitchTiles stop-opacity stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width surfaceScale systemLanguage
  tableValues targetX targetY text-anchor text-decoration text-rendering textLength transform
  transform-origin type unicode-bidi values vector-effect version viewBox visibility width
  word-spacing writing-mode x x1 x2 xChannelSelector y y1 y2 yChannelSelector z`,
  ),
];

/** Attributes of SVG whose value may be `url(#…)`: a fragment of the same drawing, nothing else. */
export const svgReferences: ReadonlySet<string> = new Set([
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
export const mathmlAttributes: readonly AttributeGroup[] = [
  group(
    'How a formula is set: numbers and words. No `href`, no `actiontype`, nothing that names a file.',
    `accent accentunder align alignmentscope bevelled charalign close columnalign columnlines
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
const describing = /^(?:aria-[a-z]+|data-(?!svc)[a-z0-9._-]+)$/;

const html = namesOf(htmlAttributes);
const svg = namesOf(svgAttributes);
const mathml = namesOf(mathmlAttributes);

/** Whether an attribute without a namespace may stay as it is on an HTML element. */
export function keepsHtmlAttribute(name: string): boolean {
  return html.has(name) || describing.test(name);
}

/** Whether it may stay on an SVG element; what is read as a style may name a part of the drawing at most. */
export function keepsSvgAttribute(name: string, value: string): boolean {
  if (svgReferences.has(name)) return isFragment(value);
  return describing.test(name) || (svg.has(name) && namesNothing(value));
}

export function keepsMathmlAttribute(name: string): boolean {
  return mathml.has(name) || describing.test(name);
}

/** Such attributes are read as styles, escapes included. */
function namesNothing(value: string): boolean {
  return !/url\s*\(|[\\<]/i.test(value);
}

/** Whether a value names a part of the same drawing. */
export function isFragment(value: string): boolean {
  return /^\s*url\(\s*["']?#[\w.:-]+["']?\s*\)\s*$/i.test(value);
}

function namesOf(groups: readonly AttributeGroup[]): ReadonlySet<string> {
  return new Set(groups.flatMap(({ names }) => names));
}

/**
 * Attributes of looks, as declarations: they weigh nothing, and the theme must reach their colours.
 * The value goes through the same compiler as any style.
 */
export function presentation(tag: string, name: string, value: string): string | null {
  const text = value.replaceAll(/[;{}!]/g, '').trim();
  if (text === '') return null;
  switch (name) {
    case 'bgcolor':
      return `background-color:${text}`;
    case 'color':
    case 'text':
    case 'mathcolor':
      return name === 'text' && tag !== 'body' ? null : `color:${text}`;
    case 'mathbackground':
      return `background-color:${text}`;
    case 'face':
      return `font-family:${text}`;
    case 'size':
      return tag === 'font' ? fontSize(text) : null;
    case 'fill':
    case 'stroke':
    case 'stop-color':
    case 'flood-color':
    case 'lighting-color':
    case 'font-family':
      return `${name}:${text}`;
    default:
      return null;
  }
}

const fontSizes = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'];

function fontSize(text: string): string | null {
  const size = Number.parseInt(text, 10);
  if (Number.isNaN(size)) return null;
  const step = /^[+-]/.test(text) ? 3 + size : size;
  return `font-size:${fontSizes[Math.min(7, Math.max(1, step)) - 1]}`;
}
