/**
 * What a compiled section may consist of. The importer has sorted out everything else already;
 * this list holds even when what arrives did not come from it.
 */
const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

export const namespaces = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
  xlink: 'http://www.w3.org/1999/xlink',
} as const;

export type Vocabulary = 'html' | 'svg' | 'math';

export const allowedTags: Record<Vocabulary, ReadonlySet<string>> = {
  html: words(`
    a abbr address article aside audio b bdi bdo blockquote br caption center cite code col colgroup
    data dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr
    i img ins kbd li main map area mark menu nav ol p picture pre q rb rp rt rtc ruby s samp search
    section small source span strong sub summary sup table tbody td tfoot th thead time tr track tt
    u ul var video wbr big strike font`),
  svg: words(`
    svg g defs symbol use title desc metadata path rect circle ellipse line polyline polygon text
    tspan textPath image linearGradient radialGradient stop pattern clipPath mask marker switch a
    filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
    feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
    feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
    feSpotLight feTile feTurbulence foreignObject view`),
  math: words(`
    math semantics annotation mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded
    mphantom mfenced menclose msub msup msubsup munder mover munderover mmultiscripts mprescripts
    none mtable mtr mlabeledtr mtd maligngroup malignmark maction mglyph mstack mlongdiv msgroup
    msrow mscarries mscarry msline`),
};

/** On every element; `aria-…` and `data-…` too. */
export const globalAttributes: ReadonlySet<string> = words(
  'class id lang xml:lang dir title role hidden translate',
);

/** Of HTML elements besides the global ones. */
export const htmlAttributes: Readonly<Record<string, ReadonlySet<string>>> = {
  a: words('href'),
  area: words('href alt coords shape'),
  audio: words('src controls loop preload'),
  col: words('span width align valign'),
  colgroup: words('span width align valign'),
  data: words('value'),
  del: words('cite datetime'),
  details: words('open'),
  font: words('color size face'),
  img: words('src alt width height usemap align border'),
  ins: words('cite datetime'),
  li: words('value type'),
  map: words('name'),
  ol: words('start reversed type'),
  source: words('src type media'),
  table: words('border width align cellpadding cellspacing rules frame'),
  tbody: words('align valign'),
  td: words('colspan rowspan headers align valign width height nowrap'),
  tfoot: words('align valign'),
  th: words('colspan rowspan headers scope abbr align valign width height nowrap'),
  thead: words('align valign'),
  time: words('datetime'),
  tr: words('align valign'),
  track: words('src kind label srclang default'),
  ul: words('type'),
  video: words('src poster controls loop preload width height'),
  div: words('align'),
  p: words('align'),
  h1: words('align'),
  h2: words('align'),
  h3: words('align'),
  h4: words('align'),
  h5: words('align'),
  h6: words('align'),
  hr: words('align width size'),
  caption: words('align'),
};

/**
 * Of SVG and MathML: everything but scripts, style and addresses. Both have hundreds of
 * presentational attributes, and none of those can do more than paint.
 */
export function isMarkupAttribute(name: string): boolean {
  return (
    /^[A-Za-z][A-Za-z0-9-]*$/.test(name) &&
    !/^on/i.test(name) &&
    !/^(style|href|src|srcset|action|formaction)$/i.test(name)
  );
}

/** Whether an attribute's value points nowhere outside: `url()` may name an id of the section. */
export function isLocalPaint(value: string): boolean {
  return !/url\s*\(/i.test(value.replaceAll(/url\(\s*["']?#[^)"']*["']?\s*\)/g, ''));
}

/** Where a link may lead out of the book. */
export function isExternalLink(href: string): boolean {
  return /^(https?:\/\/|mailto:|tel:)/i.test(href);
}

/** `resource:PATH` → PATH; null for every other address. */
export function resourcePath(address: string): string | null {
  return address.startsWith('resource:') ? address.slice('resource:'.length) : null;
}

/** `section:12#id` → where it leads; null for every other address. */
export function parseBookLink(href: string): { section: number; id: string } | null {
  const match = /^section:(\d{1,6})(?:#(.*))?$/s.exec(href);
  return match ? { section: Number(match[1]), id: match[2] ?? '' } : null;
}
