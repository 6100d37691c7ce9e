import type { LayoutElement } from './hard-layouts.ts';
import {
  element,
  inlines,
  length,
  picture,
  ruby,
  words,
  type Chance,
  type Content,
  type Style,
} from './hard-inlines.ts';

/** Makes a shape. `inner` makes a paragraph or another block. */
type Maker = (chance: Chance, inner: () => LayoutElement) => LayoutElement;

/** Styles that need a rule instead of a style attribute. */
export const publisherCss = `
.drop::first-letter { float: left; font-size: 3.6em; line-height: 0.75; margin: 0.05em 0.1em -0.1em 0; }
.initial::first-letter { initial-letter: 3; -webkit-initial-letter: 3; }
.capital::first-line { font-variant: small-caps; font-size: 1.4em; line-height: 2; }
.quoted::before { content: '\\201c'; position: absolute; left: -0.5em; top: -0.3em; font-size: 4em; }
.cleared::after { content: ''; display: table; clear: both; }
.stretched::before { content: ''; float: left; height: 30em; }
.ratio::before { content: ''; display: block; padding-top: 56.25%; }
.labelled td::before { content: attr(data-label); display: block; font-weight: bold; }
.striped > :nth-child(odd) { background: #eee; padding: 1em; }
.together > * { break-inside: avoid; break-after: avoid; }
`;

const repeat = <T>(chance: Chance, least: number, most: number, make: (at: number) => T): T[] =>
  Array.from({ length: chance.number(least, most) }, (_, at) => make(at));

const withAttributes = (
  made: LayoutElement,
  attributes: Record<string, string>,
): LayoutElement => ({ ...made, attributes: { ...made.attributes, ...attributes } });

const classed = (name: string, made: LayoutElement) => withAttributes(made, { class: name });

const text = (chance: Chance, most = 30) => words(chance, chance.number(2, most));
const paragraph = (chance: Chance) => inlines.paragraph(chance);

/** Width of a frame of a page layout program, in px. */
const frameSize = (chance: Chance) => `${chance.number(60, 900)}px`;

/** Shapes that programs and style sheets of publishers produce. */
const makers: Record<string, Maker> = {
  /** A page layout program exports each text frame with its place and size. */
  exportedFrames(chance) {
    const frames = repeat(chance, 1, 4, () => {
      const place: Style = {
        position: chance.pick(['absolute', 'absolute', 'relative']),
        left: frameSize(chance),
        top: frameSize(chance),
        width: frameSize(chance),
        height: frameSize(chance),
        ...(chance.is(0.4) && { overflow: 'hidden' }),
        ...(chance.is(0.3) && { transform: 'translate(-50%, 20px) rotate(-8deg) scale(0.8)' }),
      };
      const lines = repeat(chance, 1, 4, () => element('p', {}, text(chance, 60)));
      return element('div', place, ...(chance.is(0.3) ? [picture(chance)] : []), ...lines);
    });
    const page: Style = {
      position: 'relative',
      width: frameSize(chance),
      height: frameSize(chance),
    };
    return element('div', page, ...frames);
  },
  /** Each line, or each word, has its own place. */
  placedLines(chance) {
    const lines = repeat(chance, 2, 12, (at) =>
      element(
        'span',
        {
          position: 'absolute',
          top: `${at * 1.4}em`,
          left: `${chance.number(0, 6)}em`,
          ...(chance.is(0.5) && { 'white-space': 'nowrap' }),
        },
        text(chance, 12),
      ),
    );
    const frame: Style = { position: 'relative' };
    if (chance.is(0.5)) frame['height'] = `${lines.length * 1.4}em`;
    return element('div', frame, ...lines);
  },
  dropCap: (chance, inner) =>
    element(
      'div',
      {},
      classed(chance.pick(['drop', 'initial', 'capital']), element('p', {}, text(chance, 60))),
      element(
        'p',
        {},
        element(
          'span',
          {
            float: 'left',
            'font-size': chance.pick(['3em', '5.5em', '8em']),
            'line-height': chance.pick(['0.7', '1', '45px']),
            margin: chance.pick(['0 0.1em 0 0', '-0.2em 0.1em -0.2em -0.4em']),
          },
          'R',
        ),
        text(chance, 80),
      ),
      inner(),
    ),
  pageNumbers: (chance) =>
    element(
      'div',
      { 'margin-left': '10%', 'margin-right': '10%' },
      ...repeat(chance, 2, 6, (at) =>
        element(
          'p',
          {},
          text(chance, 50),
          element(
            'span',
            {
              position: 'absolute',
              left: chance.pick(['92%', '1%', '-3em']),
              'font-size': 'smaller',
              'text-indent': '0',
            },
            `[Pg ${at + 100}]`,
          ),
          text(chance, 50),
        ),
      ),
    ),
  poem: (chance) =>
    element(
      'div',
      {
        margin: chance.pick(['1em 10%', '0 0 0 12em', '0 auto']),
        ...(chance.is(0.4) && { display: 'inline-block', 'text-align': 'left' }),
      },
      ...repeat(chance, 2, 12, () =>
        element(
          'div',
          chance.is(0.5) ? { margin: '1em 0', 'break-inside': 'avoid' } : { 'margin-top': '1em' },
          ...repeat(chance, 2, 10, () =>
            element(
              'span',
              {
                display: 'block',
                'padding-left': '3em',
                'text-indent': '-3em',
                'margin-left': `${chance.number(0, 12)}em`,
              },
              text(chance, 12),
            ),
          ),
        ),
      ),
    ),
  sidebar: (chance, inner) =>
    element(
      'div',
      {},
      paragraph(chance),
      element(
        'aside',
        {
          float: chance.pick(['left', 'right']),
          width: chance.pick(['45%', '14em', '110%', '60vw']),
          margin: chance.pick([
            '0 -20% 1em 1em',
            '-3em -4em 0 0',
            '1em 1em 1em -30%',
            '0 calc(50% - 50vw)',
          ]),
          ...(chance.is(0.4) && { position: 'relative', left: chance.pick(['-15%', '3em']) }),
          ...(chance.is(0.5) && { padding: '1em', border: '2px solid', background: '#eef' }),
        },
        element('h4', {}, text(chance, 5)),
        ...repeat(chance, 1, 5, () => inner()),
      ),
      paragraph(chance),
      paragraph(chance),
    ),
  fullBleed: (chance, inner) =>
    element(
      'div',
      {
        margin: chance.pick(['0 calc(50% - 50vw)', '0 -50%', '-2em -100px']),
        width: chance.pick(['100vw', 'calc(100% + 200px)', 'auto', '120%']),
        background: '#dde',
      },
      inner(),
      picture(chance, {
        width: '100vw',
        height: chance.pick(['auto', '100vh', '60vh']),
        'object-fit': 'cover',
      }),
      inner(),
    ),
  titlePage: (chance) =>
    element(
      'div',
      {
        display: chance.pick(['flex', 'table', 'grid']),
        'flex-direction': 'column',
        'align-items': 'center',
        'justify-content': chance.pick(['center', 'space-between', 'flex-end']),
        [chance.pick(['height', 'min-height'])]: chance.pick(['100vh', '120vh', '100%', '44em']),
        ...(chance.is(0.4) && { overflow: 'hidden' }),
      },
      ...repeat(chance, 1, 8, (at) =>
        element(
          at === 0 ? 'h1' : 'p',
          { ...(chance.is(0.3) && { 'margin-top': '30vh' }) },
          text(chance, 20),
        ),
      ),
    ),
  ratioBox: (chance, inner) =>
    chance.pick([
      () =>
        classed(
          'ratio',
          element(
            'div',
            { position: 'relative', overflow: 'hidden' },
            element(
              'div',
              { position: 'absolute', inset: '0' },
              inner(),
              element('p', {}, text(chance)),
            ),
          ),
        ),
      () =>
        element(
          'div',
          {
            'aspect-ratio': chance.pick(['16 / 9', '1', '4 / 1']),
            overflow: chance.pick(['hidden', 'visible']),
            width: length(chance),
          },
          inner(),
        ),
      () =>
        element(
          'div',
          { height: '0', 'padding-bottom': '60%', position: 'relative' },
          element(
            'p',
            { position: 'absolute', top: '0', width: '100%', height: '100%' },
            text(chance, 90),
          ),
        ),
    ])(),
  poster: (chance, inner) =>
    element(
      'div',
      { position: 'relative', ...(chance.is(0.5) && { height: length(chance) }) },
      picture(chance, {
        position: 'absolute',
        top: '0',
        left: '0',
        width: '100%',
        height: '100%',
        'z-index': chance.pick(['-1', '0', '1']),
      }),
      element(
        'div',
        {
          position: chance.pick(['absolute', 'relative']),
          bottom: '0',
          'z-index': '2',
          width: '80%',
        },
        element('h2', {}, text(chance, 6)),
        inner(),
      ),
    ),
  turnedHeads(chance) {
    const turned = chance.pick<Style>([
      { 'writing-mode': 'vertical-rl', transform: 'rotate(180deg)' },
      { 'writing-mode': 'vertical-lr' },
      { transform: 'rotate(-90deg)', 'white-space': 'nowrap' },
      { 'writing-mode': 'sideways-lr' },
    ]);
    const columns = chance.number(2, 8);
    const cells = (tag: string, style: Style) =>
      Array.from({ length: columns }, () =>
        element(tag, style, text(chance, tag === 'th' ? 6 : 9)),
      );
    return element(
      'table',
      { 'border-collapse': chance.pick(['collapse', 'separate']), 'border-spacing': '6px 20px' },
      element('caption', { 'caption-side': chance.pick(['top', 'bottom']) }, text(chance, 12)),
      element(
        'thead',
        {},
        element('tr', {}, ...cells('th', chance.is(0.5) ? turned : { height: '12em' })),
      ),
      element(
        'tbody',
        {},
        ...repeat(chance, 2, 14, () =>
          element('tr', {}, element('th', turned, text(chance, 5)), ...cells('td', {})),
        ),
      ),
    );
  },
  spannedRows: (chance) =>
    element(
      'table',
      { width: chance.pick(['100%', 'auto', '900px']) },
      ...repeat(chance, 1, 4, () => {
        const count = chance.number(2, 16);
        const head = {
          tag: 'td',
          style: {},
          attributes: { rowspan: String(chance.is(0.3) ? 0 : count) },
          children: [text(chance, 120)],
        };
        return Array.from({ length: count }, (_, row) =>
          element(
            'tr',
            {},
            ...(row === 0 ? [head] : []),
            element('td', {}, text(chance, 30)),
            element('td', {}, text(chance, 8)),
          ),
        );
      }).flat(),
    ),
  blockTable: (chance) =>
    classed(
      'labelled',
      element(
        'table',
        { display: 'block', 'overflow-x': 'auto', width: '100%' },
        ...repeat(chance, 2, 10, () =>
          element(
            'tr',
            { display: chance.pick(['block', 'flex', 'grid', 'table-row']) },
            ...repeat(chance, 1, 4, (at) =>
              withAttributes(
                element(
                  'td',
                  {
                    display: 'block',
                    ...(chance.is(0.2) && { position: 'relative', height: '2em' }),
                  },
                  text(chance, 24),
                ),
                { 'data-label': `Column ${at}` },
              ),
            ),
          ),
        ),
      ),
    ),
  cssTable: (chance, inner) =>
    element(
      'div',
      {
        display: 'table',
        width: chance.pick(['100%', '1%', 'auto']),
        'table-layout': chance.pick(['fixed', 'auto']),
      },
      ...repeat(chance, 1, 8, () =>
        element(
          'div',
          { display: 'table-row' },
          element(
            'div',
            {
              display: 'table-cell',
              width: chance.pick(['30%', '12em', '1px']),
              'vertical-align': 'middle',
            },
            text(chance, 10),
          ),
          element('div', { display: 'table-cell' }, inner()),
        ),
      ),
    ),
  shapedFloat: (chance) =>
    element(
      'div',
      {},
      picture(chance, {
        float: chance.pick(['left', 'right']),
        'shape-outside': chance.pick([
          'circle(50%)',
          'polygon(0 0, 100% 0, 0 100%)',
          'inset(10% 30%)',
        ]),
        'shape-margin': '1em',
        ...(chance.is(0.5) && { width: length(chance), height: length(chance) }),
      }),
      paragraph(chance),
      paragraph(chance),
    ),
  spanningColumns: (chance, inner) =>
    element(
      'div',
      {
        'column-count': chance.pick(['2', '3']),
        ...(chance.is(0.4) && { height: length(chance), 'column-fill': 'auto' }),
      },
      inner(),
      element('h2', { 'column-span': 'all' }, text(chance, 8)),
      ...repeat(chance, 1, 4, () => inner()),
      picture(chance, { 'column-span': 'all' }),
      paragraph(chance),
    ),
  contents: (chance, inner) =>
    element(
      'div',
      { display: 'contents' },
      element('section', { display: 'contents' }, inner(), text(chance, 40)),
      element(
        'div',
        { position: chance.pick(['sticky', 'fixed']), top: '0', width: '100%' },
        text(chance, 8),
      ),
      inner(),
    ),
  clamped: (chance) =>
    element(
      'div',
      {
        display: '-webkit-box',
        '-webkit-box-orient': 'vertical',
        '-webkit-line-clamp': '3',
        'line-clamp': '3',
        overflow: chance.pick(['hidden', 'clip']),
        ...(chance.is(0.3) && { 'max-height': '4.5em' }),
      },
      text(chance, 120),
    ),
  overlaidGrid: (chance, inner) =>
    element(
      'div',
      {
        display: 'grid',
        'grid-template-columns': chance.pick(['1fr', '1fr 2fr', 'max-content 1fr']),
        ...(chance.is(0.3) && { 'grid-template-rows': '6em 30vh' }),
      },
      element('div', { 'grid-area': '1 / 1' }, inner()),
      element(
        'div',
        {
          'grid-area': chance.pick(['1 / 1', '1 / 2', '2 / 1 / span 3 / -1']),
          ...(chance.is(0.3) && { 'align-self': 'end' }),
        },
        inner(),
      ),
      element(
        'div',
        { display: 'grid', 'grid-template-columns': 'subgrid', 'grid-column': '1 / -1' },
        text(chance, 30),
        inner(),
      ),
    ),
  inlineCards: (chance, inner) =>
    element(
      'div',
      {
        'font-size': chance.pick(['0', '1em']),
        ...(chance.is(0.3) && { 'white-space': 'nowrap' }),
      },
      ...repeat(chance, 2, 6, () =>
        element(
          'div',
          {
            display: 'inline-block',
            width: chance.pick(['33%', '50%', '100%', '16em']),
            'font-size': '16px',
            'vertical-align': chance.pick(['top', 'bottom', 'middle']),
            'white-space': 'normal',
            ...(chance.is(0.3) && { height: length(chance) }),
          },
          inner(),
        ),
      ),
    ),
  deepQuote(chance, inner) {
    const tag = chance.pick(['blockquote', 'ul', 'ol', 'dl']);
    const item = tag === 'dl' ? 'dd' : 'li';
    let nested: LayoutElement = element('div', {}, inner(), paragraph(chance));
    for (let depth = chance.number(4, 14); depth > 0; depth--) {
      nested =
        tag === 'blockquote'
          ? element(tag, {}, text(chance, 8), nested)
          : element(tag, {}, element(item, {}, text(chance, 8), nested));
    }
    return nested;
  },
  oldMarkup: (chance, inner) =>
    element(
      'center',
      {},
      withAttributes(element('font', {}, text(chance, 12)), {
        size: chance.pick(['7', '-2', '+4']),
      }),
      withAttributes(
        element(
          'table',
          {},
          withAttributes(
            element(
              'tr',
              {},
              withAttributes(element('td', {}, text(chance, 40)), {
                nowrap: 'nowrap',
                height: '900',
              }),
              element('td', {}, inner()),
            ),
            { valign: 'bottom' },
          ),
        ),
        {
          align: chance.pick(['left', 'right', 'center']),
          width: chance.pick(['700', '100%', '40']),
          cellpadding: '20',
        },
      ),
      withAttributes(picture(chance), {
        align: chance.pick(['left', 'right', 'middle']),
        hspace: '40',
        width: '300',
      }),
      element(
        'p',
        {},
        text(chance, 60),
        withAttributes(element('br', {}), { clear: 'all' }),
        text(chance, 9),
      ),
    ),
  bottomNote: (chance, inner) =>
    element(
      'div',
      {
        position: 'relative',
        'padding-bottom': chance.pick(['0', '4em']),
        'min-height': chance.pick(['0', '100vh']),
      },
      inner(),
      paragraph(chance),
      element(
        'aside',
        { position: 'absolute', bottom: '0', left: '0', right: '0', 'font-size': '0.8em' },
        text(chance, 50),
      ),
    ),
  longWords: (chance) =>
    element(
      'div',
      {
        ...(chance.is(0.4) && {
          'word-break': chance.pick(['keep-all', 'break-all']),
          'overflow-wrap': chance.pick(['normal', 'anywhere']),
        }),
        ...(chance.is(0.3) && { hyphens: 'none' }),
      },
      element('p', {}, text(chance, 5), 'x'.repeat(chance.number(60, 900)), text(chance, 5)),
      element(
        'p',
        {},
        `https://example.org/${Array.from({ length: 40 }, () => 'path-of_the.text').join('/')}`,
      ),
      element('p', {}, Array.from({ length: 60 }, () => 'word').join('\u00a0')),
      element(
        'p',
        {},
        Array.from({ length: 80 }, () => 'ab').join(
          chance.pick(['\u200b', '\u2060', '\u00ad', '\u200d']),
        ),
      ),
    ),
  hugeParagraph: (chance) =>
    element(chance.pick(['p', 'div', 'td']), {}, words(chance, chance.number(800, 3000))),
  mixedDirections: (chance) =>
    element(
      'div',
      {
        direction: chance.pick(['rtl', 'ltr']),
        ...(chance.is(0.3) && {
          'unicode-bidi': chance.pick(['bidi-override', 'plaintext', 'isolate']),
        }),
      },
      ...repeat(chance, 2, 6, () =>
        element(
          'div',
          {
            ...(chance.is(0.4) && { float: chance.pick(['left', 'right']), width: '40%' }),
            ...(chance.is(0.4) && { direction: chance.pick(['rtl', 'ltr']) }),
          },
          text(chance, 30),
          ' كتاب قديم في المكتبة ',
          text(chance, 10),
        ),
      ),
    ),
  headings: (chance) =>
    classed(
      'together',
      element(
        'div',
        {},
        ...repeat(chance, 3, 24, (at) => element(`h${(at % 4) + 1}`, {}, text(chance, 16))),
        ...repeat(chance, 2, 12, () => paragraph(chance)),
      ),
    ),
  stackedFloats: (chance, inner) =>
    element(
      'div',
      {},
      ...repeat(chance, 2, 7, () =>
        element(
          'div',
          {
            float: 'left',
            width: chance.pick(['100%', '50%', '33.4%', '70%']),
            ...(chance.is(0.2) && { height: length(chance) }),
          },
          inner(),
        ),
      ),
      ...(chance.is(0.5) ? [element('div', { clear: 'both' })] : []),
      paragraph(chance),
    ),
  pseudoBoxes: (chance, inner) =>
    element(
      'div',
      {},
      classed('quoted', element('blockquote', { position: 'relative' }, text(chance, 50))),
      classed(
        'cleared',
        element(
          'div',
          {},
          element('div', { float: 'left', width: '30%' }, inner()),
          text(chance, 10),
        ),
      ),
      classed('stretched', element('div', {}, text(chance, 60), inner())),
      classed('striped', element('div', {}, inner(), inner(), inner())),
    ),
  smallLines: (chance) =>
    element(
      'div',
      {
        'line-height': chance.pick(['0', '0.5', '0.8', '6px', '1px']),
        'font-size': chance.pick(['1em', '30px', '9px']),
      },
      ...repeat(chance, 1, 4, () => element('p', {}, text(chance, 50))),
    ),
  formulas: (chance) =>
    element(
      'p',
      {},
      text(chance, 20),
      withAttributes(
        element(
          'math',
          {},
          element('mfrac', {}, element('mi', {}, 'x'), element('mn', {}, '2')),
          element(
            'mtable',
            {},
            ...repeat(chance, 2, 9, () =>
              element(
                'mtr',
                {},
                ...repeat(chance, 2, chance.pick([3, 16]), () =>
                  element(
                    'mtd',
                    {},
                    element('mi', {}, 'velocity'),
                    element('mo', {}, '='),
                    element('mn', {}, '3'),
                  ),
                ),
              ),
            ),
          ),
        ),
        { xmlns: 'http://www.w3.org/1998/Math/MathML', display: chance.pick(['block', 'inline']) },
      ),
      text(chance, 20),
    ),
  drawnText: (chance) =>
    element(
      'div',
      {},
      paragraph(chance),
      {
        tag: 'svg',
        style: {
          ...(chance.is(0.5) && { float: 'right' }),
          ...(chance.is(0.5) && { width: length(chance) }),
        },
        attributes: { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 400 300' },
        children: [
          {
            tag: 'text',
            style: {},
            attributes: { x: '200', y: '40', 'text-anchor': 'middle' },
            children: ['Drawn text'],
          },
        ],
      },
      paragraph(chance),
    ),
  rubyBoxes: (chance) =>
    element(
      'p',
      {
        ...(chance.is(0.4) && { 'line-height': '1' }),
        ...(chance.is(0.3) && { 'ruby-position': chance.pick(['under', 'over']) }),
      },
      ...repeat(chance, 3, 20, () => [
        ruby(chance),
        element('span', { 'text-combine-upright': 'all' }, '12'),
        element(
          'span',
          {
            display: 'inline-block',
            'font-size': '0.5em',
            width: '6em',
            'vertical-align': 'middle',
          },
          text(chance, 8),
        ),
        element('em', { 'text-emphasis': 'filled dot' }, text(chance, 4)),
      ]).flat(),
    ),
  negativeStack: (chance) =>
    element(
      'div',
      {},
      ...repeat(chance, 2, 6, () =>
        element(
          'div',
          {
            'margin-top': chance.pick(['-1em', '-3em', '0', '-50%']),
            'margin-left': chance.pick(['0', '-10%', '60%']),
            padding: '1em 0',
          },
          text(chance, 30),
        ),
      ),
    ),
  scrollBoxes: (chance, inner) =>
    element(
      'div',
      {
        height: chance.pick(['8em', '300px', '60vh', '2em']),
        overflow: 'auto',
        border: '1px solid',
      },
      inner(),
      element(
        'div',
        { overflow: 'scroll', width: length(chance), 'max-height': '10em' },
        inner(),
        text(chance, 60),
      ),
    ),
};

const makerList = Object.values(makers);

/** A block as programs and style sheets of publishers produce it. */
export function publisherBlock(chance: Chance, inner: () => LayoutElement): LayoutElement {
  return chance.pick(makerList)(chance, inner);
}

/** Styles that publishers give the body of a document. */
export function publisherBody(chance: Chance): Style {
  return chance.pick<Style>([
    { height: '100vh', overflow: 'hidden' },
    { display: 'flex', 'flex-direction': chance.pick(['column', 'row']), 'min-height': '100vh' },
    { display: 'grid', 'grid-template-columns': '1fr 3fr' },
    { 'column-count': '2', 'column-gap': '2em' },
    { position: 'absolute', width: '800px', height: '1200px', margin: '-30px' },
    { margin: '0 -20px', padding: '4em 25%' },
    { 'max-width': '36em', margin: '0 auto', 'line-height': '1' },
    { 'white-space': 'pre-line' },
    { 'font-size': '62.5%', 'text-align': 'center' },
    { width: 'max-content' },
    { transform: 'scale(1.2)', float: 'left' },
  ]);
}
