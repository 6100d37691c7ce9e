/** What becomes of an element: kept, replaced by its children, dropped with them, or renamed. */
export type ElementRule = 'keep' | 'unwrap' | 'drop' | { rename: string };

/** Elements that one thing becomes of, and why. */
export interface ElementGroup {
  rule: ElementRule;
  reason: string;
  names: readonly string[];
}

function group(rule: ElementRule, reason: string, names: string): ElementGroup {
  return { rule, reason, names: names.trim().split(/\s+/) };
}

/** Elements of XHTML. One that is not listed is unwrapped: its text counts, its behaviour does not. */
export const htmlElements: readonly ElementGroup[] = [
  group(
    'keep',
    'The structure of a text and its blocks; none loads, runs or asks for anything.',
    `address article aside blockquote div dd details dl dt figcaption figure footer h1 h2 h3 h4 h5 h6
    header hgroup hr li main nav ol p pre section summary ul`,
  ),
  group(
    'keep',
    'Words within a line; of these only `a` has an address, which is made one of the book or of the web.',
    `a abbr b bdi bdo br cite code data del dfn em i ins kbd mark q rb rp rt rtc ruby s samp small span
    strong sub sup time u var wbr`,
  ),
  group('keep', 'Tables.', 'caption col colgroup table tbody td tfoot th thead tr'),
  group('keep', 'What EPUB 2 books still say.', 'acronym big center dir font menu strike tt'),
  group(
    'keep',
    'Pictures and recordings; what they show is a file of the book or nothing.',
    'img map area audio video source track',
  ),
  group(
    { rename: 'div' },
    'Their text is the book’s, but a form would ask for an answer nobody takes.',
    'form fieldset legend',
  ),
  group({ rename: 'div' }, 'A block of text; nothing could open or ask it.', 'dialog search'),
  group(
    { rename: 'span' },
    'As a form: the words stay, the button does not.',
    'label button output',
  ),
  group(
    'drop',
    'Controls of a form, which take the focus and what a person types.',
    'input select selectedcontent textarea datalist option optgroup meter progress',
  ),
  group(
    'drop',
    'They run or load something of their own.',
    'script iframe frame frameset embed applet portal fencedframe param',
  ),
  group(
    'drop',
    'They change the document around them: styles are compiled apart, addresses resolved at import.',
    'style link meta base title head template slot',
  ),
  group(
    'unwrap',
    'What stands inside is there for readers that do not run or load them.',
    'noscript canvas object picture noframes noembed',
  ),
  group(
    'unwrap',
    'Their words stay; how they moved or broke is of another time.',
    'blink marquee nobr spacer listing plaintext xmp',
  ),
];

/** Elements of SVG. One that is not listed is dropped. */
export const svgElements: readonly ElementGroup[] = [
  group(
    'keep',
    'Shapes, paints and words of a drawing; addresses lead to the same drawing or to a file of the book.',
    `a circle clipPath defs desc ellipse g image line linearGradient marker mask path pattern polygon
    polyline radialGradient rect stop svg switch symbol text textPath title tspan use view`,
  ),
  group(
    'keep',
    'Filters: they work on what is drawn already.',
    `feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
    feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
    feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting
    feSpotLight feTile feTurbulence filter`,
  ),
  group(
    'keep',
    'Text that is set as HTML: what stands inside is judged by the list of HTML.',
    'foreignObject',
  ),
  group('drop', 'It runs, or styles what is around it.', 'script style'),
  group('drop', 'A filter that loads a picture, or another part of the page.', 'feImage'),
  group(
    'drop',
    'Animation can set addresses and handlers after everything was judged.',
    'animate animateColor animateMotion animateTransform set mpath discard',
  ),
  group(
    { rename: 'tspan' },
    'Words in letters of a font that no engine reads any more.',
    'altGlyph',
  ),
  group(
    'drop',
    'Nothing of it is drawn, or only a file.',
    'metadata font glyph hkern vkern altGlyphDef glyphRef tref',
  ),
];

/** Elements of MathML 3 and Core. One that is not listed is unwrapped. */
export const mathmlElements: readonly ElementGroup[] = [
  group(
    'keep',
    'What is drawn of a formula; none has an address.',
    `math menclose merror mfenced mfrac mi mlongdiv mmultiscripts mn mo mover mpadded mphantom
    mprescripts mroot mrow ms mscarries mscarry msgroup msline mspace msqrt msrow mstack mstyle msub
    msubsup msup mtable mtd mtext mtr mlabeledtr munder munderover none semantics maligngroup
    malignmark`,
  ),
  group(
    'drop',
    'Other writings of the same formula, which would be read twice; markup hides in them. `mglyph` loads.',
    'annotation annotation-xml mglyph',
  ),
];

const html = rules(htmlElements);
const svg = rules(svgElements);
const mathml = rules(mathmlElements);

export function htmlRule(name: string): ElementRule {
  return html.get(name) ?? 'unwrap';
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

/** Elements that begin and end a line: white space at their edges is no text. */
export const blockElements: ReadonlySet<string> = new Set(
  `address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt
  fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre
  section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
);
