import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileCss } from './fixtures/compile-fixture.ts';
import { visibleLine } from '../../../server/epub/css/readable-colors.ts';
import {
  compiledBackground,
  compiledColor,
  withBackgroundLimits,
  withLimits,
} from './fixtures/compiled-colors.ts';

const themedBackgroundColor = (color: string) =>
  `oklch(from ${color} calc(min(l,var(--svc-l-base) + l * var(--svc-l-scale))) c h / alpha)`;
const themed = (color: string) =>
  `oklch(from ${color} calc(var(--svc-l-base) + l * var(--svc-l-scale)) c h / alpha)`;

/** The compiled body of one rule. */
const declared = async (declarations: string) =>
  (await compileCss(`p { ${declarations} }`)).replace(/^.*?p\{|\}$/gs, '');

describe('selectors', () => {
  for (const [written, compiled] of [
    ['html', 'div:where(.svc-html)'],
    [':root', '.svc-html'],
    ['BODY > p', 'div:where(.svc-body)>p'],
    ['html.dark body#b', 'div:where(.svc-html).dark div:where(.svc-body)#b'],
    [
      'div.note > div',
      'div:where(:not(.svc-html,.svc-body)).note>div:where(:not(.svc-html,.svc-body))',
    ],
    ['p:before', 'p::before'],
    ['a:not(body a, .x):hover', 'a:not(div:where(.svc-body) a,.x):hover'],
    ['li:nth-child(2n+1)', 'li:nth-child(2n+1)'],
  ] as const) {
    it(`become: ${written} into ${compiled}`, async () => {
      assert.equal(await compileCss(`${written} { margin: 0 }`), `${compiled}{margin:0}`);
    });
  }

  it('lose their namespaces, except for epub:type', async () => {
    assert.equal(
      await compileCss(`@namespace epub "http://www.idpf.org/2007/ops"; @namespace svg url(http://www.w3.org/2000/svg);
        [epub|type~="noteref"] svg|rect, *|*.x, [xml|lang] { margin: 0 }`),
      String.raw`[epub\:type~="noteref"] rect,*.x,[lang]{margin:0}`,
    );
  });

  it('cannot match elements of the component', async () => {
    for (const selector of [
      ':host',
      ':host(.x)',
      ':host-context(body)',
      '::slotted(*)',
      '::part(x)',
      '.svc-body',
      String.raw`.svc\2D body`,
      '#svc',
      ':is(:host)',
      ':scope',
      '& p',
      'p::-webkit-scrollbar',
      ':unknown',
    ]) {
      assert.equal(await compileCss(`${selector} { margin: 0 }`), '', selector);
      assert.equal(await compileCss(`p, ${selector} { margin: 0 }`), 'p{margin:0}', selector);
    }
  });

  it('may be nested', async () => {
    assert.equal(
      await compileCss('.a { color: inherit; & p { margin: 0; position: fixed } }'),
      '.a{color:inherit;& p{margin:0}}',
    );
  });
});

describe('declarations', () => {
  for (const [written, compiled] of [
    ['-epub-hyphens: auto', 'hyphens:auto'],
    ['text-wrap: pretty', 'text-wrap:wrap'],
    ['-webkit-hyphens: none; hyphens: auto', 'hyphens:auto'],
    ['adobe-hyphenate: explicit', 'hyphens:manual'],
    ['-epub-text-combine: horizontal', 'text-combine-upright:all'],
    ['-webkit-text-emphasis-style: sesame', 'text-emphasis-style:sesame'],
    ['-epub-text-orientation: vertical-right', 'text-orientation:mixed'],
    ['text-transform: -epub-fullwidth', 'text-transform:full-width'],
    ['-epub-word-break: keep-all', 'word-break:keep-all'],
    ['page-break-before: always', 'break-before:column'],
    ['page-break-inside: avoid', 'break-inside:avoid'],
    ['-webkit-column-break-after: always', 'break-after:column'],
    ['break-before: page', 'break-before:column'],
    ['color: transparent', 'color:transparent'],
    ['margin: 1px !important', 'margin:1px!important'],
    [
      'position: absolute; left: -999em; margin: 0',
      'position:absolute;margin:0;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap',
    ],
    ['position: absolute; left: -20px', 'position:absolute;left:-20px'],
    ['position: absolute; top: -100%', 'position:absolute;top:-100%'],
    ['content: "\\201C" attr(title)', 'content:"“"attr(title)'],
  ] as const) {
    it(`turn ${written} into ${compiled}`, async () => {
      assert.equal(await declared(written), compiled);
    });
  }

  for (const written of [
    'position: fixed',
    'position: sticky',
    'position: -webkit-sticky',
    'behavior: url(x.htc)',
    '-moz-binding: url(x.xml#y)',
    'width: expression(alert(1))',
    'background: url(https://evil.example/x.png)',
    'background: url("javascript:alert(1)")',
    'background: image-set("https://evil.example/x.png" 1x)',
    'background: -webkit-image-set(url(https://evil.example/x.png) 1x)',
    'background: src("https://evil.example")',
    'background: element(#x)',
    'list-style-image: url(missing.png)',
    '--custom: 1',
    'color: var(--svc-accent)',
    'color: Canvas',
    'all: initial',
    'container-type: size',
    'content-visibility: auto',
    'user-select: none',
    'cursor: url(https://evil.example/x.cur), auto',
    'filter: alpha(opacity=50)',
    'width: 3foo',
  ]) {
    it(`drop ${written}`, async () => {
      assert.equal(await declared(written), '');
    });
  }

  it('resolve the author’s custom properties, which are not set in the reader', async () => {
    assert.equal(
      await compileCss(
        ':root { --ink: #123; --gap: 2em } p { color: var(--ink); margin: var(--gap) var(--none, 1em); padding: var(--none) }',
      ),
      withLimits(`p{${compiledColor('#123')};margin:2em 1em}`),
    );
  });

  it('resolve custom properties to the values for every page, not for dark, wide or printed ones', async () => {
    const marginIn = async (...media: string[]) => {
      const rules = media.map((query) => `@media ${query} { :root { --gap: 3em } }`);
      return compileCss(`:root { --gap: 2em } ${rules.join(' ')} p { margin: var(--gap) }`);
    };
    for (const query of ['(prefers-color-scheme: dark)', 'print', '(min-width: 600px)', 'not all'])
      assert.equal(await marginIn(query), 'p{margin:2em}', query);
    for (const query of ['all', 'screen', 'only screen', 'not print'])
      assert.equal(await marginIn(query), 'p{margin:3em}', query);
    assert.equal(await marginIn('screen', 'print'), 'p{margin:3em}');
  });

  it('resolve custom properties to a value for some pages if there is no other', async () => {
    const onlyIn = (...media: string[]) =>
      compileCss(
        `${media.map((query, at) => `@media ${query} { :root { --gap: ${at + 1}em } }`).join(' ')}
         p { margin: var(--gap, 3em) }`,
      );
    const [dark, light] = ['(prefers-color-scheme: dark)', '(prefers-color-scheme: light)'];
    assert.equal(await onlyIn(dark, light), 'p{margin:2em}');
    assert.equal(await onlyIn('(max-width: 40em)', '(min-width: 40em)'), 'p{margin:1em}');
    assert.equal(await onlyIn(dark), 'p{margin:3em}');
  });
});

describe('large indents', () => {
  const most = (minimum: string) => `${minimum}% + max(0px,100% - 14em - 30%)`;
  const half = (minimum: string) => `${minimum}% + max(0px,(100% - 14em)/2 - 15%)`;
  const third = (minimum: string) => `${minimum}% + max(0px,(100% - 14em)/3 - 10%)`;
  const rem = 'calc(8 * var(--svc-rem))';
  for (const [written, compiled] of [
    ['margin-left: 60%', `margin-left:min(60%,${most('20.0')})`],
    [
      'margin: 1em 10% 2em 60%',
      'margin:1em 10% 2em min(60%,20.0% + max(0px,100% - 14em - 10% - 30%))',
    ],
    ['padding: 0 30%', `padding:0 min(30%,${half('10.0')}) 0 min(30%,${half('10.0')})`],
    [
      'margin-left: 8rem; padding-right: 150px',
      `margin-left:min(${rem},${half('13.3')});padding-right:min(150px,${half('15.6')})`,
    ],
    [
      'margin-inline: 2em 40%',
      'margin-inline:2em min(40%,13.3% + max(0px,100% - 14em - 2em - 30%))',
    ],
    // Several indents that are harmless on their own.
    [
      'margin-left: 25%; padding: 0 5em 0 0',
      `margin-left:min(25%,${half('8.3')});padding:0 min(5em,${half('8.3')}) 0 0`,
    ],
    [
      'margin: 0 15%; padding-left: 3em',
      `margin:0 min(15%,${third('5.0')}) 0 min(15%,${third('5.0')});padding-left:min(3em,${third('5.0')})`,
    ],
    // The columns of a play, which remain in their order.
    ['width: auto; margin-left: 14em', `width:auto;margin-left:min(14em,${most('23.3')})`],
    [
      'width: auto; margin: 0 13em 0 10em',
      `width:auto;margin:0 min(13em,${half('17.0')}) 0 min(10em,${half('13.0')})`,
    ],
    ['margin-left: 60%; margin: 0 1em', 'margin-left:60%;margin:0 1em'],
    ['margin: 0 15%', 'margin:0 15%'],
    [
      'margin: calc((1em + 2px)*2) 40% 0',
      `margin:calc((1em + 2px)*2) min(40%,${half('13.3')}) 0 min(40%,${half('13.3')})`,
    ],
    ['margin-left: 20%', 'margin-left:20%'],
    ['margin: 40% auto', 'margin:40%auto'],
    ['margin-left: -60%', 'margin-left:-60%'],
    // The indent determines where these boxes are.
    ['width: 40%; margin-left: 60%', 'width:40%;margin-left:60%'],
    ['width: 8em; margin-left: 9em', 'width:8em;margin-left:9em'],
    ['float: left; margin-left: 60%', 'float:left;margin-left:60%'],
    ['float: none; margin-left: 60%', `float:none;margin-left:min(60%,${most('20.0')})`],
    // The first line extends into the indent.
    ['padding-left: 9em; text-indent: -9em', 'padding-left:9em;text-indent:-9em'],
  ] as const) {
    it(`leave a readable width: ${written}`, async () => {
      assert.equal(await declared(written), compiled);
    });
  }

  it('leave a readable width in boxes that become as narrow as the page', async () => {
    const compiled = await declared('width: 20em; margin-left: 6.5em');
    assert.match(
      compiled ?? '',
      /^width:20em;margin-left:min\(6\.5em,10\.8% \+ max\(0px,100% - 14em - 30%\)\)/,
    );
  });
});

describe('text that only an animation shows', () => {
  it('is shown without the animation', async () => {
    const rest = 'color: inherit; position: absolute';
    for (const opacity of ['0', '0%', '.0'])
      assert.equal(
        await declared(
          `opacity: ${opacity}; animation: a 8s infinite; animation-delay: 2s; ${rest}`,
        ),
        await declared(rest),
        opacity,
      );
  });

  it('is unchanged without an animation, or if it is visible', async () => {
    assert.equal(await declared('opacity: 0'), 'opacity:0');
    assert.match(await declared('opacity: 0.5; animation: a 1s'), /^opacity:0?\.5;animation:/);
  });
});

describe('elements that cover a link', () => {
  it('may be transparent to pointer events, but not the whole page', async () => {
    assert.equal(
      await compileCss('body, .cover { pointer-events: none }'),
      '.cover{pointer-events:none}',
    );
  });
});

describe('lengths', () => {
  for (const [written, compiled] of [
    ['margin: 2rem', 'margin:calc(2 * var(--svc-rem))'],
    ['height: 50vw', 'height:calc(50 * var(--svc-vw))'],
    ['height: 100dvh', 'height:calc(100 * var(--svc-vh))'],
    ['height: 10vmin', 'height:calc(10 * min(var(--svc-vw), var(--svc-vh)))'],
    [
      'height: calc(100vw - 2rem)',
      'height:calc(calc(100 * var(--svc-vw)) - calc(2 * var(--svc-rem)))',
    ],
    ['font-size: 12px', 'font-size:calc(0.75 * var(--svc-rem))'],
    ['font-size: 12pt', 'font-size:calc(1 * var(--svc-rem))'],
    ['font-size: x-large', 'font-size:calc(1.5 * var(--svc-rem))'],
    ['font-size: smaller', 'font-size:smaller'],
    ['font-size: 120%', 'font-size:120%'],
    ['line-height: 24px', 'line-height:calc(1.5 * var(--svc-rem))'],
    ['line-height: 1.5', 'line-height:1.5'],
    ['margin: 12px 1em', 'margin:12px 1em'],
    [
      'font: italic bold 16px/20px serif',
      'font:italic bold calc(1 * var(--svc-rem))/calc(1.25 * var(--svc-rem)) serif',
    ],
    ['font: large Foo', 'font:calc(1.125 * var(--svc-rem)) "Foo"'],
  ] as const) {
    it(`turn ${written} into ${compiled}`, async () => {
      assert.equal((await declared(written)).replaceAll(/(?<=\))"/g, ' "'), compiled);
    });
  }

  it('use rem relative to a root font size set by the book', async () => {
    assert.equal(
      await compileCss('html { font-size: 62.5% } p { margin: 1.6rem }'),
      'div:where(.svc-html){font-size:62.5%}p{margin:calc(1 * var(--svc-rem))}',
    );
  });
});

describe('colors', () => {
  for (const [written, compiled] of [
    ['color: RED', compiledColor('red')],
    ['color: #abc', compiledColor('#abc')],
    ['color: initial', compiledColor('black')],
    ['border: 1px solid rgba(1, 2, 3, .5)', `border:1px solid ${visibleLine('rgba(1,2,3,.5)')}`],
    [
      'background: linear-gradient(silver, hsl(1 2% 3%))',
      withBackgroundLimits(
        `background:linear-gradient(${themedBackgroundColor('silver')},${themedBackgroundColor('hsl(1 2% 3%)')})`,
        'linear-gradient(silver,hsl(1 2% 3%))',
      ),
    ],
    ['fill: currentColor', 'fill:currentColor'],
    ['-webkit-text-stroke: 1px red', `-webkit-text-stroke:1px ${themed('red')}`],
    ['-webkit-text-fill-color: red', ''],
    ['grid-area: red', 'grid-area:red'],
  ] as const) {
    it(`follow the theme’s lightness: ${written}`, async () => {
      assert.equal(await declared(written), compiled);
    });
  }

  for (const white of ['white', '#FFF', '#fefefe', 'rgb(255, 255, 255)', 'hsl(0 0% 100%)']) {
    it(`of white backgrounds are the theme’s page color: ${white}`, async () => {
      assert.match(
        await declared(`background-color: ${white}`),
        /background-color:var\(--svc-background,#fff\)/,
      );
    });
  }

  it('of other light or translucent backgrounds are kept', async () => {
    for (const color of ['#fcfcfc', '#fffff0', '#fff8', 'rgb(255 255 255 / 0.5)', 'transparent'])
      assert.doesNotMatch(await declared(`background-color: ${color}`), /--svc-background/, color);
    assert.match(
      await declared('background: no-repeat #fff'),
      /background:no-repeat var\(--svc-background,#fff\)/,
    );
  });

  it('close to white and black on the root are left to the theme', async () => {
    assert.equal(
      await compileCss(
        'html, body, p { color: #111; background: white; margin: 0 } body { color: #030; background-color: #FFFFF0 }',
      ),
      withLimits(
        `div:where(.svc-html),div:where(.svc-body){margin:0}:where(p):where(div,section,article,aside,blockquote,figure,pre,details,p,dl,ul,ol,li,table){-webkit-box-decoration-break:clone;box-decoration-break:clone}p{${compiledColor('#111')};${compiledBackground('background', 'white')};margin:0}`,
      ),
    );
    assert.equal(
      await compileCss('body { color: #600; background: #ddd }'),
      withLimits(
        `div:where(.svc-body){${compiledColor('#600')};${compiledBackground('background', '#ddd')}}`,
      ),
    );
  });

  it('of a fixed-layout page are unchanged', async () => {
    const metadata = { more: '<meta property="rendition:layout">pre-paginated</meta>' };

    assert.equal(
      await compileCss(
        'body { width: 600px; background: white; overflow: hidden } p { color: red }',
        { metadata },
      ),
      'div:where(.svc-body){width:600px;background:white;overflow:hidden}p{color:red}',
    );
  });
});
