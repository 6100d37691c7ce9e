/**
 * What a compiled section may consist of. The importer has sorted out everything else already;
 * this list holds even when what arrives did not come from it.
 */
const words = (text: string): Set<string> => new Set(text.trim().split(/\s+/));

export const namespaces = {
  html: 'http://www.w3.org/1999/xhtml',
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
} as const;

export type Vocabulary = 'html' | 'svg' | 'math';

const htmlTags = words(`
  a abbr address article aside audio b bdi bdo blockquote br caption center cite code col colgroup
  data dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr
  i img ins kbd li main map area mark menu nav ol p picture pre q rb rp rt rtc ruby s samp search
  section small source span strong sub summary sup table tbody td tfoot th thead time tr track tt
  u ul var video wbr big strike font`);

const svgTags = words(`
  svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan
  textPath image linearGradient radialGradient stop pattern clipPath mask marker switch a filter
  foreignObject view`);

/** Whether an element may stand in a book. Names with a hyphen never may: the host page may have defined them. */
export function isAllowedTag(vocabulary: Vocabulary, tag: string): boolean {
  if (vocabulary === 'html') return htmlTags.has(tag);
  if (vocabulary === 'svg') return svgTags.has(tag) || /^fe[A-Z][A-Za-z]+$/.test(tag);
  return /^(m[a-z]+|semantics|annotation|none)$/.test(tag);
}

/** On every element; `aria-…` and `data-…` too. Books' style sheets select by `epub:type`. */
const globalAttributes = words('class id lang dir title role hidden translate epub:type');

/** Of HTML elements. None of them does anything on an element that it was not made for. */
const htmlAttributes = words(`
  abbr align alt border cellpadding cellspacing cite color colspan controls coords datetime default
  face frame headers height kind label loop media name nowrap open preload reversed rowspan rules
  scope shape size span srclang start type usemap valign value width`);

/** Whether an attribute may be set as it is. Addresses are another matter. */
export function isAllowedAttribute(vocabulary: Vocabulary, name: string, value: string): boolean {
  if (globalAttributes.has(name) || /^(aria|data)-[a-z-]+$/.test(name)) return true;
  if (vocabulary === 'html') return htmlAttributes.has(name);
  return isMarkupAttribute(name) && isLocalPaint(value);
}

/**
 * Of SVG and MathML: everything but scripts, style and addresses. Both have hundreds of
 * presentational attributes, and none of those can do more than paint.
 */
function isMarkupAttribute(name: string): boolean {
  return (
    /^[A-Za-z][A-Za-z0-9-]*$/.test(name) &&
    !/^on/i.test(name) &&
    !/^(style|href|src|srcset|action|formaction)$/i.test(name)
  );
}

/** Whether an attribute's value points nowhere outside: `url()` may name an id of the section. */
function isLocalPaint(value: string): boolean {
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
