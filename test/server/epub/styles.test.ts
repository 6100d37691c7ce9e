import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildPng } from './fixtures/build-epub.ts';
import { bodyOf, compileChapter, compileCss, compileFixture } from './fixtures/compile-fixture.ts';
import {
  compiledBackground,
  compiledColor,
  withBackgroundLimits,
  withLimits,
} from './fixtures/compiled-colors.ts';

const themed = (color: string) =>
  `oklch(from ${color} calc(var(--svc-l-base) + l * var(--svc-l-scale)) c h / alpha)`;

describe('custom properties of a book', () => {
  it('are resolved in its other files and in style attributes', async () => {
    const { sections, styleSheets } = await compileFixture({
      chapters: [
        {
          head: '<link rel="stylesheet" href="use.css"/><link rel="stylesheet" href="set.css"/>',
          body: '<p style="margin: var(--gap); padding: var(--none, 2em)">One</p>',
        },
      ],
      files: {
        'set.css': ':root { --gap: 1em; --own: 3em }',
        'use.css': ':root { --own: 2em } i { margin: var(--gap) } b { margin: var(--own) }',
      },
    });
    assert.match(sections[0]?.css ?? '', /\{margin:1em;padding:2em\}/);
    assert.match(Object.values(styleSheets).join(), /i\{margin:1em\}b\{margin:2em\}/);
  });
});

describe('custom properties to which the files of a book give different values', () => {
  it('have none in other files, because one of them may be for dark pages', async () => {
    const { styleSheets } = await compileFixture({
      chapters: [{ head: '<link rel="stylesheet" href="use.css"/>', body: '<p>One</p>' }],
      files: {
        'dark.css': ':root { --gap: 1em; --same: 1em }',
        'light.css': ':root { --gap: 2em; --same: 1em }',
        'more.css': ':root { --gap: 2em }',
        'use.css':
          'i { margin: var(--gap) } b { margin: var(--gap, 3em) } u { margin: var(--same) }',
      },
    });
    assert.match(Object.values(styleSheets).join(), /^b\{margin:3em\}u\{margin:1em\}$/);
  });
});

describe('the root of a reflowable document', () => {
  it('must not affect the page layout', async () => {
    assert.equal(
      await compileCss(
        'body { width: 600px; height: 100%; margin: 5%; overflow: hidden; column-count: 2; position: relative; float: left }',
      ),
      'div:where(.svc-body){margin:5%}',
    );
  });
});

describe('elements that a book makes visible', () => {
  it('are hidden together with their section', async () => {
    const rule = /:host\(\.hidden\) :is\([^{]+\{visibility:hidden!important\}$/;
    assert.match(await compileCss('p { visibility: visible }'), rule);
    assert.match(await compileCss('p { visibility: var(--v) } :root { --v: visible }'), rule);
    assert.doesNotMatch(await compileCss('p { visibility: hidden }'), rule);
    const section = await compileChapter('<p style="visibility: visible">x</p>', {});
    assert.match(section.css, rule);
  });
});

describe('media queries and other at-rules', () => {
  for (const [written, compiled] of [
    ['@media screen { p { margin: 0 } }', 'p{margin:0}'],
    ['@media print { p { margin: 0 } }', ''],
    ['@media amzn-kf8 { p { margin: 0 } }', ''],
    ['@media not amzn-kf8 { p { margin: 0 } }', 'p{margin:0}'],
    [
      '@media (min-width: 600px) { p { margin: 0 } }',
      '@container svc-page (min-width:600px){p{margin:0}}',
    ],
    [
      '@media screen and (max-device-width: 40em) and (orientation: portrait) { p { margin: 0 } }',
      '@container svc-page (max-width:640px) and (orientation:portrait){p{margin:0}}',
    ],
    [
      '@media (400px <= width < 50rem) { p { margin: 0 } }',
      '@container svc-page (400px<=width<800px){p{margin:0}}',
    ],
    [
      '@media (width: 1px), (width: 2px) { p { margin: 0 } }',
      '@container svc-page ((width:1px)) or ((width:2px)){p{margin:0}}',
    ],
    [
      '@media not all and (width: 1px) { p { margin: 0 } }',
      '@container svc-page (not (width:1px)){p{margin:0}}',
    ],
    ['@media (prefers-color-scheme: dark) { p { margin: 0 } }', ''],
    [
      '@media all and (prefers-color-scheme: dark) { img.ink, img::after, html { filter: invert(100%); color: red } }',
      ':is(img.ink):where(img,svg){filter:invert(clamp(0,calc(var(--svc-l-base)*9 - 4.5),1))}' +
        '@media screen and (forced-colors:active){:is(img.ink):where(img,svg){filter:invert(0)}}' +
        '@media screen and (forced-colors:active) and (prefers-color-scheme:dark){:is(img.ink):where(img,svg){filter:invert(1)}}',
    ],
    ['@media (prefers-color-scheme: dark) and (width > 9px) { img { filter: invert(1) } }', ''],
    ['@media (prefers-color-scheme: dark) { img { filter: invert(.4) } }', ''],
    [
      '@media (prefers-reduced-motion) and (width: 1px) { p { margin: 0 } }',
      '@media (prefers-reduced-motion){@container svc-page (width:1px){p{margin:0}}}',
    ],
    ['@supports (display: grid) { p { margin: 0 } }', '@supports (display:grid){p{margin:0}}'],
    ['@layer base { p { margin: 0 } }', 'p{margin:0}'],
    ['@page { margin: 1in } @font-feature-values X { } @property --x { syntax: "*" }', ''],
    [
      '@keyframes turn { from { rotate: 0deg } 50% { position: fixed } }',
      '@keyframes turn{from{rotate:0deg}50%{}}',
    ],
    [
      '@counter-style stars { system: cyclic; symbols: "*" }',
      '@counter-style stars{system:cyclic;symbols:"*"}',
    ],
  ] as const) {
    it(`compile ${written} to ${compiled || 'nothing'}`, async () => {
      assert.equal(await compileCss(written), compiled);
    });
  }
});

describe('boxes of the whole width', () => {
  const fits = async (css: string) => (await compileCss(css)).includes('box-sizing:border-box');

  it('include their padding and border', async () => {
    assert.ok(await fits('.aside { width: 100%; padding: 1em }'));
    const box = '<div style="width: 100%; border: 1px solid">One</div>';
    assert.match((await compileChapter(box)).css, /box-sizing:border-box/);
    const metadata = { more: '<meta property="rendition:layout">pre-paginated</meta>' };
    const page = await compileChapter(box, { metadata });
    assert.equal(page.layout, 'fixed');
    assert.doesNotMatch(page.css, /box-sizing/);
  });

  it('are no images, and have no stated height', async () => {
    assert.equal(await fits('img { width: 100% }'), false);
    assert.equal(await fits('.bar { width: 100%; height: 2em; padding: 1em }'), false);
    assert.equal(await fits('.bar { width: 90% }'), false);
  });
});

describe('boxes with a fixed width', () => {
  it('take at most the space that they have on the page', async () => {
    const limited = async (css: string) => (await compileCss(css)).includes('-webkit-fill-avail');
    assert.ok(await limited('.page { width: 50em; padding: 1em }'));
    assert.ok(await limited('div { inline-size: 50vw }'));
    assert.match(
      (await compileChapter('<div style="width: 600px">One</div>')).css,
      /-webkit-fill-available!important/,
    );
    for (const css of ['img { width: 50em }', 'div { width: 50% }', 'div { width: auto }'])
      assert.equal(await limited(css), false, css);
  });
});

describe('images in styles', () => {
  it('are resources of the book, relative to the style sheet', async () => {
    const { styleSheets, resources } = await compileFixture({
      css: '@import "styles/deep.css";',
      files: {
        'styles/deep.css': 'p { background: url(../pic%20one.png) no-repeat }',
        'pic one.png': buildPng(2, 2),
      },
    });

    assert.deepEqual(Object.values(styleSheets), [
      'p{-webkit-box-decoration-break:slice;box-decoration-break:slice}' +
        `p{${withBackgroundLimits('background:url("resource:OEBPS/pic one.png") no-repeat', 'url(x)')}}`,
    ]);
    assert.deepEqual(
      resources.map(({ path }) => path),
      ['OEBPS/pic one.png'],
    );
  });

  it('keep their aspect ratio if a height or both sides are set', async () => {
    assert.equal(
      await compileCss('img.icon { height: 1em } p { height: 2em } .x { height: 1em; width: 2em }'),
      'img.icon{height:1em}:where(img.icon):where(img){width:auto}p{height:2em}' +
        '.x{height:1em;width:2em}.x:where(img,video){block-size:auto}',
    );
  });

  it('keep their aspect ratio in vertical text if only a width is set', async () => {
    assert.equal(
      await compileCss('.gaiji img { width: 1em }'),
      '.gaiji img{width:1em}:where(.gaiji img):where(.svc-vertical img){height:auto}',
    );
  });

  it('keep the largest size that the book states, up to that of the page', async () => {
    const limited = (tags: string, size: string) =>
      `:not(#_):where(${tags}):not(.svc-vertical *){${size}!important}`;
    const column = 'calc(var(--svc-column-block) - var(--svc-caption,0.6) * var(--svc-rem))';
    const tags =
      'img,video,svg,object,p,div,section,article,aside,figure,blockquote,header,footer,ul,ol,dl';

    assert.equal(
      await compileCss('img { max-width: 40%; max-height: 4em } td { max-width: 9em }'),
      'img{max-width:40%;max-height:4em}:where(img):where(img){width:auto}' +
        `img${limited(tags, 'max-width:min(40%,100%)')}` +
        `img${limited('img,video,svg,object', `max-height:min(4em,${column})`)}` +
        'td{max-width:9em}',
    );
    assert.equal(
      await compileCss('img { max-width: none; max-height: 100% }'),
      'img{max-width:none;max-height:100%}:where(img):where(img){width:auto}' +
        `img${limited(tags, 'max-width:100%')}`,
    );
  });
});

describe('style sheets', () => {
  it('are compiled once and shared by id', async () => {
    const { sections, styleSheets } = await compileFixture({
      css: 'p { margin: 0 }',
      chapters: ['<p>1</p>', '<p>2</p>'],
    });

    assert.deepEqual(Object.values(styleSheets), ['p{margin:0}']);
    assert.deepEqual(sections[0]?.styles, Object.keys(styleSheets));
    assert.deepEqual(sections[1]?.styles, sections[0]?.styles);
  });

  it('apply in document order, except for alternate style sheets and other media', async () => {
    const { sections, styleSheets } = await compileFixture({
      files: { 'a.css': 'a{margin:0}', 'b.css': 'b{margin:0}', 'c.css': 'i{margin:0}' },
      chapters: [
        {
          body: '',
          head: `<style>q{margin:0}</style><link rel="stylesheet" href="a.css" media="(min-width: 9px)"/>
            <link rel="alternate stylesheet" href="c.css" title="x"/><link rel="stylesheet" href="c.css" media="print"/>
            <link rel="stylesheet" type="text/css" href="b.css"/><style media="screen">s{margin:0}</style>`,
        },
      ],
    });

    const [section] = sections;
    assert.deepEqual(
      section?.styles.map((id) => styleSheets[id]),
      ['q{margin:0}', '@container svc-page (min-width:9px){a{margin:0}}', 'b{margin:0}'],
    );
    assert.equal(section?.css, 's{margin:0}');
  });

  it('import each other, but not recursively or from remote URLs', async () => {
    const css = await compileCss(
      '@import url(a.css) screen and (width: 5px); @import "https://evil.example/x.css"; @import "gone.css"; p { margin: 0 }',
      { files: { 'a.css': '@import "style.css"; @import "a.css"; a { margin: 0 }' } },
    );

    assert.equal(css, '@container svc-page (width:5px){a{margin:0}}p{margin:0}');
  });

  it('tolerate garbage and unclosed brackets', async () => {
    assert.equal(
      await compileCss('}}} p { margin: 0; ; color } @media { b { margin: 0 }'),
      'b{margin:0}',
    );
    const { warnings } = await compileFixture({
      css: `${'@media{'.repeat(100_000)} p { margin: 0 }`,
      stored: true,
    });
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['Styles in “OEBPS/style.css” are nested too deeply.'],
    );
  });

  it('that are too long are omitted', async () => {
    const { styleSheets, warnings } = await compileFixture({
      css: 'p { margin: 0 } '.repeat(200_000),
      stored: true,
    });

    assert.deepEqual(styleSheets, {});
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['The styles of “OEBPS/style.css” are too long.'],
    );
  });
});

describe('style attributes and presentational attributes', () => {
  it('become classes with higher or lower precedence than rules', async () => {
    const section = await compileChapter(
      `<p style="color: red; position: fixed" class="x">a</p><p style="color:red">b</p>
      <p align="center"><font color="blue" size="5" face="Foo">c</font></p>
      <table bgcolor="silver"><tr><td nowrap="" width="5">d</td></tr></table>`,
    );

    assert.deepEqual(bodyOf(section), [
      ['p', { class: 'x svc-s1' }, 'a'],
      ['p', { class: 'svc-s1' }, 'b'],
      ['p', { align: 'center' }, ['font', { class: 'svc-p1' }, 'c']],
      ['table', { class: 'svc-p2' }, ['tr', {}, ['td', { nowrap: '', width: '5' }, 'd']]],
    ]);
    assert.equal(
      section.css,
      withLimits(
        `:where(.svc-p1){${compiledColor('blue')};font-size:calc(1.5 * var(--svc-rem));font-family:"Foo"}` +
          `:where(.svc-p2){${compiledBackground('background-color', 'silver')}}:is(#svc,.svc-s1){${compiledColor('red')}}`,
      ),
    );
  });

  it('on the root must not affect the page layout', async () => {
    const section = await compileChapter({
      body: '',
      bodyAttributes: 'style="background: #fff; width: 500px; margin: 1em" text="#000"',
    });

    assert.equal(section.css, ':is(#svc,.svc-s1){margin:1em}');
  });

  it('on an SVG also follow the theme', async () => {
    const section = await compileChapter(
      '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0" fill="none" stroke="black"/></svg>',
    );

    assert.deepEqual(bodyOf(section), [['svg', {}, ['path', { d: 'M0 0', class: 'svc-p1' }]]]);
    assert.equal(section.css, `:where(.svc-p1){fill:none;stroke:${themed('black')}}`);
  });
});

describe('boxes that cannot break across pages', () => {
  const long = 'word '.repeat(200);

  it('become breakable if they are long and stay unchanged if they are short', async () => {
    const section = await compileChapter(
      {
        body: `<div class="box"><p>${long}</p></div><div class="box">Short.</div><div class="other">${long}</div>`,
      },
      { css: '.box { display: inline-block }' },
    );

    assert.deepEqual(
      bodyOf(section).map((node) => node[1]),
      [{ class: 'box svc-flow' }, { class: 'box' }, { class: 'other' }],
    );
    assert.equal(section.css, ':is(#svc,.svc-flow){display:block;overflow:visible}');
  });

  it('are also recognized by attribute selectors and style attributes', async () => {
    const section = await compileChapter(
      {
        body: `<p epub:type="epigraph">${long}</p><p epub:type="x">${long}</p><p style="display: flex">${long}</p>`,
      },
      { css: '@namespace epub "x"; [epub|type~="epigraph"] { overflow-y: auto }' },
    );

    assert.deepEqual(
      bodyOf(section).map((node) =>
        typeof node === 'string' ? '' : (node[1]['class'] ?? '').includes('svc-flow'),
      ),
      [true, false, true],
    );
  });
});
