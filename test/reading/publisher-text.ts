import { element, length, ruby, words } from './hard-inlines.ts';
import {
  repeat,
  withAttributes,
  classed,
  text,
  paragraph,
  type PublisherMaker,
} from './publisher-parts.ts';

/**
 * Text, floats, formulas and drawings, in the form that publishers' programs and style sheets
 * produce.
 */
export const publisherText: Record<string, PublisherMaker> = {
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
            style: { 'writing-mode': 'horizontal-tb' },
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
