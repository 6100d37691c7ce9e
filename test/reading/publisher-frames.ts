import { element, length, picture, type Style } from './hard-inlines.ts';
import {
  repeat,
  classed,
  text,
  paragraph,
  frameSize,
  type PublisherMaker,
} from './publisher-parts.ts';

/**
 * Pages, frames and boxes beside text, in the form that publishers' programs and style sheets
 * produce.
 */
export const publisherFrames: Record<string, PublisherMaker> = {
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
  /** Each line or word is positioned separately. */
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
};
