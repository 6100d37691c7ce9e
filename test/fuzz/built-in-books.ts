import {
  buildEpub,
  buildPng,
  type EpubFixture,
  fakeFont,
} from '../server/epub/fixtures/build-epub.ts';
import { narratedBook } from '../server/epub/fixtures/narrated-book.ts';
import { snippets } from './snippets.ts';

const words =
  'Call me Ishmael. Some years ago, never mind how long precisely, I thought I would sail about a little.';

const css = `@charset "utf-8"; @import "more.css" screen; @namespace epub "http://www.idpf.org/2007/ops";
:root { --ink: #222; font-size: 110% } body { color: var(--ink); margin: 5% } p + p { text-indent: 1.2em }
h1, h2 { text-align: center; font-variant: small-caps; break-before: page } .vertical { -epub-writing-mode: vertical-rl }
@font-face { font-family: "Own"; src: url(a.otf) } p { font-family: Own, serif } p::first-letter { float: left; font-size: 3em }
@media (min-width: 40em) and (orientation: portrait) { p { columns: 2 } } [epub|type~="footnote"] { font-size: .8em }
.box { position: absolute; inset: 0; background: #fff url("a.png") no-repeat 50% / cover; width: calc(100% - 2rem) }
@supports (display: grid) { table { border-collapse: collapse } } a:not([href]):hover { text-decoration: none }`;

const reflowableBook: EpubFixture = {
  metadata: {
    title: 'A Novel',
    creator: 'Ann Author',
    more: '<dc:subject>Sea</dc:subject><dc:date>1851-10-18</dc:date><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta><meta name="cover" content="f1"/>',
  },
  css,
  files: { 'a.png': buildPng(300, 400), 'more.css': 'em { font-style: normal }' },
  chapters: Array.from({ length: 6 }, (_, at) => ({
    title: `Chapter ${at + 1}`,
    body: `<h1 id="a">Chapter ${at + 1}</h1>${`<p class="box" id="n">${words} <em>Really</em> <a href="chapter-1.xhtml#n">1</a></p>`.repeat(12)}`,
  })),
  obfuscatedFont: { path: 'a.otf', bytes: fakeFont(), algorithm: 'idpf' },
  nav: `<nav epub:type="toc"><ol><li><a href="chapter-1.xhtml">One</a><ol><li><a href="chapter-1.xhtml#n">Note</a></li></ol></li>
<li><a href="chapter-2.xhtml#epubcfi(/4/2/1:3)">Two</a></li></ol></nav><nav epub:type="page-list"><ol><li><a href="chapter-3.xhtml#a">3</a></li></ol></nav>
<nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="chapter-1.xhtml">Start</a></li></ol></nav>`,
};

const epub2Book: EpubFixture = {
  version: '2.0',
  metadata: {
    title: 'An Old Book',
    more: '<dc:creator opf:role="aut" opf:file-as="Author, Ann">Ann Author</dc:creator><dc:identifier opf:scheme="ISBN">9780306406157</dc:identifier>',
  },
  chapters: [
    {
      body: `<h1>One &nbsp; &mdash;</h1><p>${words}</p>`,
      htmlAttributes: 'xml:lang="en" lang="en"',
    },
    `<p>${words}</p><hr/><table><tr><td>a</td><td>b</td></tr></table>`,
  ],
  guide: '<guide><reference type="text" title="Start" href="chapter-1.xhtml"/></guide>',
};

const fixedLayoutBook: EpubFixture = {
  metadata: {
    title: 'Fixed',
    more: '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">landscape</meta>',
  },
  files: { 'a.png': buildPng(60, 80), 'page.svg': svg('<rect width="9" height="9"/>') },
  chapters: [
    {
      head: '<meta name="viewport" content="width=600, height=800"/>',
      body: '<div style="position:absolute;left:10px;top:20px"><img src="a.png" alt="A"/></div>',
      itemref: 'properties="page-spread-left"',
    },
    { head: '<meta name="viewport" content="width=600,height=800"/>', body: '<p>Two</p>' },
  ],
  spine: '<itemref idref="f2"/><itemref idref="f1" linear="no"/>',
};

const svgBook: EpubFixture = {
  metadata: { title: 'رسوم', language: 'ar' },
  spineAttributes: 'page-progression-direction="rtl"',
  css: 'html { direction: rtl } svg { max-width: 100% }',
  files: { 'a.png': buildPng(20, 20), 'a.svg': svg('<circle r="4" fill="url(#g)"/>') },
  chapters: [
    { body: '<p dir="rtl">كلمات <bdo dir="ltr">words</bdo></p><img src="a.svg" alt=""/>' },
    ...snippets.slice(0, 16).map((snippet) => ({ body: `<p>Text</p>${snippet}` })),
  ],
};

/** Generated sample books, whose bytes are the same on every machine. */
export const builtInBooks: Record<string, () => Promise<Buffer>> = {
  novel: () => buildEpub(reflowableBook),
  old: () => buildEpub(epub2Book),
  fixed: () => buildEpub(fixedLayoutBook),
  drawn: () => buildEpub(svgBook),
  narrated: () => buildEpub(narratedBook()),
  plain: () => buildEpub({}),
};

function svg(inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="80" viewBox="0 0 60 80">${inside}</svg>`;
}
