/** What becomes of an element: kept, replaced by its children, dropped with them, or renamed. */
export type ElementRule = 'keep' | 'unwrap' | 'drop' | { rename: string };

function all(names: string, rule: ElementRule): [string, ElementRule][] {
  return names.split(/\s+/).map((name) => [name, rule]);
}

/** Elements of XHTML. One that is not listed is unwrapped: its text counts, its behaviour does not. */
const html = new Map<string, ElementRule>([
  // Structure and text.
  ...all(
    `address article aside blockquote div dd details dl dt figcaption figure footer h1 h2 h3 h4 h5 h6
    header hgroup hr li main nav ol p pre section summary ul`,
    'keep',
  ),
  ...all(
    `a abbr b bdi bdo br cite code data del dfn em i ins kbd mark q rb rp rt rtc ruby s samp small span
    strong sub sup time u var wbr`,
    'keep',
  ),
  ...all('caption col colgroup table tbody td tfoot th thead tr', 'keep'),
  // What EPUB 2 books still say.
  ...all('acronym big center dir font menu strike tt', 'keep'),
  ...all('img map area audio video source track', 'keep'),
  // Their text is the book's, but boxes of a form would ask for an answer nobody takes.
  ...all('form fieldset legend', { rename: 'div' }),
  ...all('label button output', { rename: 'span' }),
  ...all('input select textarea datalist option optgroup meter progress', 'drop'),
  // They run or load something of their own.
  ...all('script iframe frame frameset embed applet portal fencedframe param', 'drop'),
  ...all('style link meta base title head template slot', 'drop'),
  // What stands inside is there for readers that do not run or load them.
  ...all('noscript canvas object picture noframes', 'unwrap'),
]);

/** Elements of SVG: pictures and text. Without animation (it can set addresses), script and links to files. */
const svg = new Map<string, ElementRule>([
  ...all(
    `a circle clipPath defs desc ellipse g image line linearGradient marker mask path pattern polygon
    polyline radialGradient rect stop svg switch symbol text textPath title tspan use view`,
    'keep',
  ),
  ...all(
    `feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
    feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
    feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
    feSpotLight feTile feTurbulence filter foreignObject`,
    'keep',
  ),
  ...all('script style animate animateMotion animateTransform set mpath metadata font', 'drop'),
]);

/** Elements of MathML 3 and Core that are drawn. Content markup has no look of its own. */
const mathml = new Map<string, ElementRule>([
  ...all(
    `math menclose merror mfenced mfrac mi mlongdiv mmultiscripts mn mo mover mpadded mphantom
    mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace msqrt msrow mstack mstyle msub
    msubsup msup mtable mtd mtext mtr mlabeledtr munder munderover none semantics maligngroup
    malignmark`,
    'keep',
  ),
  ...all('annotation annotation-xml mglyph', 'drop'),
]);

export function htmlRule(name: string): ElementRule {
  return html.get(name) ?? 'unwrap';
}

export function svgRule(name: string): ElementRule {
  return svg.get(name) ?? 'drop';
}

export function mathmlRule(name: string): ElementRule {
  return mathml.get(name) ?? 'unwrap';
}

/** Elements that begin and end a line: white space at their edges is no text. */
export const blocks: ReadonlySet<string> = new Set(
  `address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt
  fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre
  section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
);
