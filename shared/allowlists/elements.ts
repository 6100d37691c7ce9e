/**
 * Treatment of an element: kept, replaced by its children, dropped with its content, or renamed.
 */
export type ElementRule = 'keep' | 'unwrap' | 'drop' | { rename: string };

/** Elements with the same treatment and the reason for it. */
export interface ElementGroup {
  rule: ElementRule;
  reason: string;
  names: readonly string[];
}

function group(rule: ElementRule, reason: string, names: string): ElementGroup {
  return { rule, reason, names: names.trim().split(/\s+/) };
}

/** XHTML elements. Unlisted elements become `data`; see `htmlRule`. */
export const htmlElements: readonly ElementGroup[] = [
  group(
    'keep',
    'Text structure and blocks, which load and execute nothing.',
    `address article aside blockquote div dd details dl dt figcaption figure footer h1 h2 h3 h4 h5 h6
    header hgroup hr li main nav ol p pre section summary ul`,
  ),
  group(
    'keep',
    'Inline text. Only `a` has a URL, which is restricted to the book and the web.',
    `a abbr b bdi bdo br cite code data del dfn em i ins kbd mark q rb rp rt rtc ruby s samp small span
    strong sub sup time u var wbr`,
  ),
  group('keep', 'Tables.', 'caption col colgroup table tbody td tfoot th thead tr'),
  group(
    'keep',
    'Obsolete elements used in EPUB 2 books.',
    'acronym big center dir font menu strike tt',
  ),
  group(
    'keep',
    'Images and media, loaded only from the book.',
    'img map area audio video source track',
  ),
  group(
    { rename: 'div' },
    'Their text is kept. A form could not be submitted anywhere.',
    'form fieldset legend',
  ),
  group(
    { rename: 'div' },
    'Kept as a block of text, without interactive behavior.',
    'dialog search',
  ),
  group(
    { rename: 'span' },
    'Their text is kept. As controls, they would have no function.',
    'label button output select optgroup option textarea',
  ),
  group(
    'drop',
    'Form controls, which capture focus and input.',
    'input selectedcontent datalist meter progress',
  ),
  group(
    'drop',
    'They execute scripts or load other documents.',
    'script iframe frame frameset embed applet portal fencedframe param',
  ),
  group(
    'drop',
    'They affect the whole document. Styles are compiled separately, and URLs are resolved at import.',
    'style link meta base title head template slot',
  ),
  group(
    'unwrap',
    'Their content is the fallback for unsupported features.',
    'noscript canvas object picture noframes noembed',
  ),
  group({ rename: 'pre' }, 'Obsolete names of preformatted text.', 'listing plaintext xmp'),
  group('unwrap', 'Their text is kept. The presentation is obsolete.', 'blink marquee nobr spacer'),
];

/** SVG elements. Unlisted elements are dropped with their content. */
export const svgElements: readonly ElementGroup[] = [
  group(
    'keep',
    'Shapes, paint and text. URLs are restricted to the same SVG and to files in the book.',
    `a circle clipPath defs desc ellipse g image line linearGradient marker mask path pattern polygon
    polyline radialGradient rect stop svg switch symbol text textPath title tspan use view`,
  ),
  group(
    'keep',
    'Filters, which affect only rendered content.',
    `feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
    feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
    feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
    feSpotLight feTile feTurbulence filter`,
  ),
  group('keep', 'HTML content, subject to the HTML allowlist.', 'foreignObject'),
  group('drop', 'Scripts, and styles that affect the whole document.', 'script style'),
  group('drop', 'A filter that loads an image or another part of the page.', 'feImage'),
  group(
    'drop',
    'Animations can set URLs and event handlers after sanitization.',
    'animate animateColor animateMotion animateTransform set mpath discard',
  ),
  group({ rename: 'tspan' }, 'Text in SVG fonts, which no engine supports anymore.', 'altGlyph'),
  group(
    'drop',
    'Not rendered, or dependent on external files.',
    'metadata font glyph hkern vkern altGlyphDef glyphRef tref',
  ),
];

/** Elements of MathML 3 and MathML Core. Unlisted elements are unwrapped. */
export const mathmlElements: readonly ElementGroup[] = [
  group(
    'keep',
    'Presentation markup for formulas, without URLs.',
    `math menclose merror mfenced mfrac mi mlongdiv mmultiscripts mn mo mover mpadded mphantom
    mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace msqrt msrow mstack mstyle msub
    msubsup msup mtable mtd mtext mtr mlabeledtr munder munderover none semantics maligngroup
    malignmark`,
  ),
  group(
    'drop',
    'Alternative representations, which would be read twice and can contain hidden markup. `mglyph` loads a file.',
    'annotation annotation-xml mglyph',
  ),
];

const html = rules(htmlElements);
const svg = rules(svgElements);
const mathml = rules(mathmlElements);

/**
 * Treatment of an XHTML element. Unknown elements that books style, such as `code-block`, become
 * `data`, which looks like an unknown element and is not selected by any book's rules.
 */
export function htmlRule(name: string): ElementRule {
  return html.get(name) ?? (canBeStyled(name) ? { rename: 'data' } : 'unwrap');
}

/** Whether a name is one that HTML does not define, without a prefix. */
function canBeStyled(name: string): boolean {
  return /^[a-z][\w.-]*$/.test(name) && !svg.has(name) && !mathml.has(name);
}

/** Class of a renamed element, by which style rules find its former name. */
export function formerNameClass(name: string): string {
  return `svc-as-${name}`;
}

export function svgRule(name: string): ElementRule {
  return svg.get(name) ?? 'drop';
}

export function mathmlRule(name: string): ElementRule {
  return mathml.get(name) ?? 'unwrap';
}

function rules(groups: readonly ElementGroup[]): Map<string, ElementRule> {
  return new Map(
    groups.flatMap(({ names, rule }) => names.map((name): [string, ElementRule] => [name, rule])),
  );
}

/** Block elements. White space at their boundaries is not text. */
export const blockElements: ReadonlySet<string> = new Set(
  `address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt
  fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre
  section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
);
