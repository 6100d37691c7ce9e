import type { LayoutElement } from './hard-layouts.ts';
import { element, length, picture, type Style } from './hard-inlines.ts';
import {
  repeat,
  withAttributes,
  classed,
  text,
  paragraph,
  type PublisherMaker,
} from './publisher-parts.ts';

/**
 * Tables, columns, grids and lists, in the form that publishers' programs and style sheets produce.
 */
export const publisherGrids: Record<string, PublisherMaker> = {
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
};
