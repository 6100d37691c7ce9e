import type { LayoutElement } from './hard-layouts.ts';
import {
  element,
  inlines,
  length,
  picture,
  ruby,
  smallLength,
  words,
  type Chance,
  type Content,
  type Style,
} from './hard-inlines.ts';
import { constrained } from './hard-styles.ts';
import { publisherBlock } from './publisher-blocks.ts';

type Maker = (chance: Chance, depth: number) => LayoutElement;

function content(chance: Chance, depth: number, least = 1, most = 3): Content {
  return Array.from({ length: chance.number(least, most) }, () =>
    chance.is(0.5) || depth > 2 ? inlines.paragraph(chance, 60) : blocks(chance, depth + 1),
  );
}

function rows(chance: Chance, depth: number, count: number, columns: number): LayoutElement[] {
  const most = chance.pick([2, 8, 40]);
  return Array.from({ length: count }, () => {
    const cells = Array.from({ length: columns }, () => {
      const inner: Content =
        depth < 2 && chance.is(0.06)
          ? content(chance, depth + 1, 1, 2)
          : [words(chance, chance.number(1, most))];
      const style = chance.is(0.1)
        ? constrained(chance)
        : chance.is(0.1)
          ? { width: length(chance) }
          : {};
      const attributes: Record<string, string> = {};
      if (chance.is(0.05)) attributes['colspan'] = '2';
      if (chance.is(0.05)) attributes['rowspan'] = '2';
      return { tag: chance.is(0.1) ? 'th' : 'td', style, attributes, children: inner };
    });
    return element('tr', chance.is(0.05) ? { 'break-inside': 'auto' } : {}, ...cells);
  });
}

const makers: Record<string, Maker> = {
  table(chance, depth) {
    const columns = chance.pick([1, 2, 2, 3, 5, 9, 16]);
    const body = rows(chance, depth, chance.number(1, chance.pick([4, 30])), columns);
    const style = constrained(chance, {
      ...(chance.is(0.3) && { width: length(chance) }),
      ...(chance.is(0.2) && { 'table-layout': 'fixed' }),
      ...(chance.is(0.1) && { float: 'right' }),
      ...(chance.is(0.1) && { 'white-space': 'nowrap' }),
    });
    const head = chance.is(0.2) ? [element('thead', {}, ...rows(chance, 3, 1, columns))] : [];
    const caption = chance.is(0.2) ? [element('caption', {}, words(chance, 6))] : [];
    return element('table', style, ...caption, ...head, element('tbody', {}, ...body));
  },
  floats(chance, depth) {
    const side = () =>
      element(
        chance.pick(['div', 'aside', 'figure']),
        constrained(chance, {
          float: chance.pick(['left', 'right']),
          ...(chance.is(0.8) && { width: length(chance) }),
        }),
        ...(chance.is(0.3) ? [picture(chance)] : []),
        ...content(chance, depth + 1, 1, 2),
      );
    const children: Content = [];
    for (let at = chance.number(1, 4); at > 0; at--) {
      children.push(side());
      if (chance.is(0.6)) children.push(inlines.paragraph(chance));
    }
    return element('div', chance.is(0.2) ? constrained(chance) : {}, ...children);
  },
  positioned(chance, depth) {
    const offsets: Style = {};
    for (const edge of ['top', 'left', 'right', 'bottom']) {
      if (chance.is(0.5))
        offsets[edge] = chance.pick(['0', '1em', '-2em', '50%', '120px', '-40px', '10em', '100%']);
    }
    const isPicture = chance.is(0.4);
    const size = {
      ...(chance.is(0.6) && { width: length(chance) }),
      ...(chance.is(0.3) && { height: length(chance) }),
    };
    const inner = isPicture
      ? picture(chance, { position: 'absolute', ...offsets, ...size })
      : element(
          'div',
          constrained(chance, { position: 'absolute', ...offsets, ...size }),
          ...content(chance, depth + 1, 1, 2),
        );
    const frame: Style = chance.is(0.6)
      ? { position: 'relative', ...(chance.is(0.4) && { height: length(chance) }) }
      : {};
    return element(
      'div',
      frame,
      ...content(chance, depth + 1, 0, 2),
      inner,
      inlines.paragraph(chance),
    );
  },
  box: (chance, depth) =>
    element(
      chance.pick(['div', 'section', 'blockquote', 'aside']),
      constrained(chance),
      ...content(chance, depth),
    ),
  tallBox: (chance) =>
    element(
      'div',
      constrained(chance, { 'break-inside': 'avoid' }),
      ...Array.from({ length: chance.number(3, 14) }, () => inlines.paragraph(chance)),
    ),
  columns: (chance, depth) =>
    element(
      'div',
      constrained(
        chance,
        chance.pick<Style>([
          { 'column-count': '2' },
          { 'column-count': '3' },
          { columns: '8em' },
          { 'column-width': '120px', 'column-gap': '3em' },
        ]),
      ),
      ...content(chance, depth, 1, 4),
    ),
  flex(chance, depth) {
    const style = constrained(chance, {
      display: chance.pick(['flex', 'flex', 'inline-flex']),
      ...(chance.is(0.4) && {
        'flex-direction': chance.pick(['column', 'row', 'row-reverse', 'column-reverse']),
      }),
      ...(chance.is(0.4) && { 'flex-wrap': 'wrap' }),
      ...(chance.is(0.3) && { gap: smallLength(chance) }),
      ...(chance.is(0.3) && { 'align-items': chance.pick(['center', 'flex-end', 'baseline']) }),
      ...(chance.is(0.3) && { 'justify-content': chance.pick(['center', 'space-between']) }),
    });
    const items = Array.from({ length: chance.number(1, 5) }, () =>
      element(
        'div',
        constrained(chance, {
          ...(chance.is(0.3) && { flex: chance.pick(['1', '0 0 50%', '0 0 300px', 'none']) }),
          ...(chance.is(0.1) && { order: chance.pick(['-1', '2']) }),
        }),
        ...content(chance, depth + 1, 1, 2),
      ),
    );
    return element('div', style, ...items);
  },
  grid(chance, depth) {
    const style = constrained(chance, {
      display: chance.pick(['grid', 'grid', 'inline-grid']),
      'grid-template-columns': chance.pick([
        '1fr 1fr',
        '10em auto',
        '200px 200px 200px',
        'repeat(3, 1fr)',
        'minmax(12em, 1fr) 2fr',
        'auto',
      ]),
      ...(chance.is(0.3) && { 'grid-auto-rows': length(chance) }),
      ...(chance.is(0.3) && { gap: smallLength(chance) }),
      ...(chance.is(0.2) && { 'grid-auto-flow': chance.pick(['column', 'dense']) }),
    });
    const items = Array.from({ length: chance.number(1, 6) }, () =>
      element(
        'div',
        chance.is(0.2) ? { 'grid-column': chance.pick(['span 2', '1 / -1', '2']) } : {},
        ...content(chance, depth + 1, 1, 2),
      ),
    );
    return element('div', style, ...items);
  },
  code(chance) {
    const most = chance.pick([6, 20, 60]);
    const lines = Array.from({ length: chance.number(2, chance.pick([10, 70])) }, () =>
      words(chance, chance.number(1, most)),
    );
    return element(
      'pre',
      constrained(chance),
      chance.is(0.5) ? element('code', {}, lines.join('\n')) : lines.join('\n'),
    );
  },
  vertical: (chance, depth) =>
    element(
      'div',
      constrained(chance, {
        'writing-mode': chance.pick(['vertical-rl', 'vertical-lr']),
        ...(chance.is(0.5) && { height: length(chance) }),
      }),
      ...content(chance, depth + 1),
      picture(chance),
      inlines.paragraph(chance),
    ),
  details(chance, depth) {
    const open: Record<string, string> = chance.is(0.7) ? { open: 'open' } : {};
    const children = [element('summary', {}, words(chance, 4)), ...content(chance, depth + 1)];
    return { tag: 'details', style: constrained(chance), attributes: open, children };
  },
  note: (chance) =>
    element(
      'div',
      {},
      element(
        'aside',
        constrained(chance, {
          float: chance.pick(['left', 'right']),
          width: chance.pick(['8em', '30%', '12em']),
          'margin-right': chance.pick(['-4em', '-10%', '0', '1em']),
          clear: 'right',
        }),
        words(chance, chance.number(4, 60)),
      ),
      inlines.paragraph(chance),
      inlines.paragraph(chance),
    ),
  figure: (chance) =>
    element(
      'figure',
      constrained(chance),
      picture(chance, chance.is(0.5) ? constrained(chance, { width: length(chance) }) : {}),
      element(
        'figcaption',
        chance.is(0.2) ? constrained(chance) : {},
        words(chance, chance.number(3, 40)),
      ),
    ),
  list(chance, depth) {
    const items = Array.from({ length: chance.number(2, 12) }, () =>
      element(
        'li',
        chance.is(0.1) ? constrained(chance) : {},
        words(chance, chance.number(2, 20)),
        ...(chance.is(0.2) ? [makers['figure']?.(chance, depth) ?? ''] : []),
        ...(depth < 2 && chance.is(0.1) ? [blocks(chance, depth + 1)] : []),
      ),
    );
    return element(chance.pick(['ul', 'ol']), constrained(chance), ...items);
  },
  terms: (chance, depth) =>
    element(
      'dl',
      constrained(chance),
      ...Array.from({ length: chance.number(1, 8) }, () => [
        element(
          'dt',
          chance.is(0.3) ? { float: 'left', width: '8em', clear: 'left' } : {},
          words(chance, 2),
        ),
        element(
          'dd',
          chance.is(0.3) ? { 'margin-left': '9em' } : {},
          ...(depth < 2 && chance.is(0.2)
            ? content(chance, depth + 1)
            : [words(chance, chance.number(4, 40))]),
        ),
      ]).flat(),
    ),
  inlineBox: (chance, depth) =>
    element(
      'div',
      {
        display: chance.pick([
          'inline-block',
          'inline-table',
          'table',
          'table-cell',
          'flow-root',
          'inline-flex',
        ]),
        ...constrained(chance),
      },
      ...content(chance, depth, 2, 8),
    ),
  heading: (chance) =>
    element(
      chance.pick(['h1', 'h2', 'h3']),
      constrained(chance),
      words(chance, chance.number(1, 20)),
    ),
  pictureText: (chance) =>
    element(
      'div',
      {},
      picture(chance, constrained(chance)),
      element('h2', {}, words(chance, 4)),
      inlines.paragraph(chance),
    ),
  bareText: (chance, depth) =>
    element(
      'div',
      constrained(chance),
      words(chance, chance.number(10, 200)),
      ...content(chance, depth + 1, 0, 1),
      words(chance, 20),
    ),
  ruby: (chance) =>
    element(
      'p',
      constrained(chance),
      ...Array.from({ length: chance.number(5, 80) }, () => [
        ruby(chance),
        words(chance, 2),
      ]).flat(),
    ),
};

const makerList = Object.values(makers);

/** A block that is hard to paginate. */
export function blocks(chance: Chance, depth: number): LayoutElement {
  if (chance.hasPublisherShapes && chance.is(0.5)) {
    return publisherBlock(chance, () =>
      chance.is(0.7) || depth > 1 ? inlines.paragraph(chance) : blocks(chance, depth + 1),
    );
  }
  return chance.pick(makerList)(chance, depth);
}
