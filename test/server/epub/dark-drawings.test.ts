import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { buildPng } from './fixtures/build-epub.ts';
import { compileChapter } from './fixtures/compile-fixture.ts';

const lines = (stroke: string, background = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">${background}
   <path d="M10 90H190M20 95V5" stroke="${stroke}" stroke-width="3" fill="none"/>
   <path d="M20 90Q80 80 120 40T190 10" stroke="#00f" stroke-width="2" fill="none"/></svg>`;
const png = (svg: string) => sharp(Buffer.from(svg)).png().toBuffer();

async function isInverted(name: string, bytes: Uint8Array, more = '') {
  const section = await compileChapter(`<p>One <img src="${name}" alt="A"/></p>`, {
    files: { [name]: bytes },
    metadata: { more },
  });
  return section.css.includes('hue-rotate(');
}

describe('drawings', () => {
  it('are inverted in dark themes if they are dark on a transparent background', async () => {
    assert.ok(await isInverted('a.svg', Buffer.from(lines('#000'))));
    assert.ok(await isInverted('a.png', await png(lines('#222'))));
    assert.ok(
      await isInverted(
        'a.webp',
        await sharp(Buffer.from(lines('#222')))
          .webp()
          .toBuffer(),
      ),
    );
  });

  it('lose a background of their own, which would be inverted too', async () => {
    const compile = (css: string) =>
      compileChapter('<p>One <img class="plate" src="a.svg" alt="A"/></p>', {
        files: { 'a.svg': Buffer.from(lines('#000')) },
        css,
      });
    assert.match(
      (await compile('.plate { background: #fff }')).css,
      /\);background:none!important/,
    );
    assert.doesNotMatch((await compile('.plate { width: 50% }')).css, /background:none/);
  });

  it('keep their colors in fixed layouts, whose pages are light in every theme', async () => {
    const fixed = '<meta property="rendition:layout">pre-paginated</meta>';
    assert.ok(!(await isInverted('a.svg', Buffer.from(lines('#000')), fixed)));
  });

  it('keep their colors if they are light, opaque or fill their image', async () => {
    const paper = '<rect width="200" height="100" fill="#fff"/>';
    const oval = '<ellipse cx="100" cy="50" rx="100" ry="50" fill="#210"/>';
    assert.ok(!(await isInverted('a.svg', Buffer.from(lines('#eee')))));
    assert.ok(!(await isInverted('a.svg', Buffer.from(lines('#000', paper)))));
    assert.ok(!(await isInverted('a.png', await png(lines('#000', paper)))));
    assert.ok(!(await isInverted('a.png', await png(lines('#000', oval)))));
    assert.ok(!(await isInverted('a.png', buildPng(90, 90))));
    const adaptive = '<style>@media (prefers-color-scheme: dark) { path { stroke: #fff } }</style>';
    assert.ok(!(await isInverted('a.svg', Buffer.from(lines('#000', adaptive)))));
    assert.ok(
      !(await isInverted('a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))),
    );
  });
});
