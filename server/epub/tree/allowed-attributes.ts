/** Attributes that any element may keep. `id`, `class`, `style` and addresses are handled apart. */
const global = new Set(['dir', 'title', 'hidden', 'translate', 'role']);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

const htmlAttributes: Record<string, ReadonlySet<string>> = {
  img: words('alt width height usemap align border'),
  map: words('name'),
  area: words('alt coords shape'),
  audio: words('loop muted'),
  video: words('width height loop muted'),
  source: words('type'),
  track: words('kind srclang label default'),
  ol: words('start reversed type'),
  ul: words('type'),
  li: words('value type'),
  table: words('align border cellpadding cellspacing frame rules summary width'),
  caption: words('align'),
  col: words('span width align valign'),
  colgroup: words('span width align valign'),
  thead: words('align valign'),
  tbody: words('align valign'),
  tfoot: words('align valign'),
  tr: words('align valign'),
  td: words('abbr align axis colspan headers height nowrap rowspan scope valign width'),
  th: words('abbr align axis colspan headers height nowrap rowspan scope valign width'),
  br: words('clear'),
  hr: words('align noshade width'),
  p: words('align'),
  div: words('align'),
  h1: words('align'),
  h2: words('align'),
  h3: words('align'),
  h4: words('align'),
  h5: words('align'),
  h6: words('align'),
  pre: words('width'),
  del: words('datetime'),
  ins: words('datetime'),
  time: words('datetime'),
  data: words('value'),
  details: words('open'),
};

// Geometry, text and filters. No `href`, no `on…`, nothing that names a file or a style.
const svgAttributes = words(
  `accumulate alignment-baseline amplitude azimuth baseFrequency baseline-shift bias clip-rule
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
);

/** SVG attributes whose value may be `url(#…)`: a fragment of the same picture, nothing else. */
export const svgReferences = words(
  'clip-path filter marker marker-end marker-mid marker-start mask fill stroke',
);

const mathmlAttributes = words(
  `accent accentunder align alignmentscope bevelled charalign close columnalign columnlines
  columnspacing columnspan columnwidth crossout decimalpoint denomalign depth dir display displaystyle
  edge equalcolumns equalrows fence form frame framespacing groupalign height indentalign
  indentshift largeop length linebreak linethickness location longdivstyle lspace lquote mathsize
  mathvariant maxsize minlabelspacing minsize movablelimits mslinethickness notation numalign open
  position rowalign rowlines rowspacing rowspan rquote rspace scriptlevel scriptminsize
  scriptsizemultiplier selection separator separators shift side stackalign stretchy subscriptshift
  superscriptshift symmetric voffset width`,
);

/** Whether an attribute without a namespace may stay as it is on an HTML element. */
export function keepsHtmlAttribute(tag: string, name: string): boolean {
  return (
    global.has(name) ||
    /^aria-[a-z]+$/.test(name) ||
    /^data-(?!svc)[a-z0-9._-]+$/.test(name) ||
    (htmlAttributes[tag]?.has(name) ?? false)
  );
}

export function keepsSvgAttribute(name: string): boolean {
  return svgAttributes.has(name) || name === 'role' || /^aria-[a-z]+$/.test(name);
}

export function keepsMathmlAttribute(name: string): boolean {
  return mathmlAttributes.has(name) || /^aria-[a-z]+$/.test(name);
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
