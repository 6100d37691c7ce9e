import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileFixture } from './fixtures/compile-fixture.ts';

const chapters = [
  '<h1 id="one">One</h1><p>First <span id="mid">middle</span> end.</p>',
  '<h1>Two</h1><p>Second.</p>',
];

describe('the table of contents', () => {
  it('comes from the navigation document, including hidden parts', async () => {
    const { toc } = await compileFixture({
      chapters,
      nav: `<nav epub:type="toc" hidden=""><h2>Contents</h2><ol>
        <li><span>Part <img src="x.png" alt="I"/></span><ol hidden="">
          <li><a href="chapter-1.xhtml">One</a></li>
          <li><a href="chapter%2D1.xhtml#mid"><i>The</i> middle</a></li></ol></li>
        <li><a href="chapter-2.xhtml#gone">Two</a></li>
        <li><a href="https://example.org">Out</a></li></ol></nav>`,
    });

    assert.deepEqual(toc, [
      {
        title: 'Part I',
        section: null,
        offset: 0,
        children: [
          { title: 'One', section: 0, offset: 0, children: [] },
          { title: 'The middle', section: 0, offset: 9, children: [] },
        ],
      },
      { title: 'Two', section: 1, offset: 0, children: [] },
      { title: 'Out', section: null, offset: 0, children: [] },
    ]);
  });

  it('comes from the NCX in EPUB 2', async () => {
    const { toc, pageList } = await compileFixture({
      version: '2.0',
      chapters,
      ncx: `<navMap><navPoint><navLabel><text>One</text></navLabel><content src="chapter-1.xhtml"/>
        <navPoint><navLabel><text>Middle</text></navLabel><content src="chapter-1.xhtml#mid"/></navPoint></navPoint></navMap>
        <pageList><pageTarget value="1"><navLabel><text>i</text></navLabel><content src="chapter-2.xhtml"/></pageTarget></pageList>`,
    });

    assert.deepEqual(toc, [
      {
        title: 'One',
        section: 0,
        offset: 0,
        children: [{ title: 'Middle', section: 0, offset: 9, children: [] }],
      },
    ]);
    assert.deepEqual(pageList, [{ title: 'i', section: 1, offset: 0 }]);
  });

  it('is generated from headings if the book has none', async () => {
    const { toc, warnings } = await compileFixture({ chapters, nav: '<p>Nothing</p>' });

    assert.deepEqual(toc, [
      { title: 'One', section: 0, offset: 0, children: [] },
      { title: 'Two', section: 1, offset: 0, children: [] },
    ]);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['contents_missing'],
    );
  });

  it('is generated from headings if the navigation document is empty', async () => {
    const { toc, warnings } = await compileFixture({
      chapters,
      extra: { 'OEBPS/nav.xhtml': 'no element' },
    });

    assert.deepEqual(
      toc.map(({ title }) => title),
      ['One', 'Two'],
    );
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['not_well_formed', 'contents_missing'],
    );
  });

  it('warns of entries with targets outside the reading order', async () => {
    const { warnings } = await compileFixture({
      chapters,
      nav: `<nav epub:type="toc"><ol><li><a href="nav.xhtml">Here</a></li>
        <li><a href="chapter-1.xhtml">One</a></li></ol></nav>`,
    });

    assert.deepEqual(warnings, [
      {
        code: 'navigation_target',
        message: 'The navigation points to “nav.xhtml”, which is not in the reading order.',
        path: 'OEBPS/nav.xhtml',
      },
    ]);
  });
});

describe('page list and landmarks', () => {
  it('come from the navigation document', async () => {
    const { pageList, landmarks } = await compileFixture({
      chapters,
      nav: `<nav epub:type="toc"><ol><li><a href="chapter-1.xhtml">One</a></li></ol></nav>
        <nav epub:type="page-list"><ol><li><a href="chapter-1.xhtml#mid">7</a></li></ol></nav>
        <nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="chapter-2.xhtml">Start</a></li></ol></nav>`,
    });

    assert.deepEqual(pageList, [{ title: '7', section: 0, offset: 9 }]);
    assert.deepEqual(landmarks, [{ type: 'bodymatter', title: 'Start', section: 1, offset: 0 }]);
  });

  it('resolve EPUB CFIs to the character', async () => {
    const page = (cfi: string) => `<li><a href="package.opf#epubcfi(${cfi})">p</a></li>`;
    const { pageList, sections } = await compileFixture({
      chapters,
      nav: `<nav epub:type="page-list"><ol>
        ${page('/6/2!/4/4/1:3')}${page('/6/2[c1]!/4/4/2[mid]')}${page('/6/2!/4/4/2/1:3')}
        ${page('/6/2!/4/4/3:2')}${page('/6/4!/4,/2/1:1,/4/1:2')}${page('/6/4!/4/99')}${page('/6/40!/4')}</ol></nav>`,
    });

    assert.deepEqual(
      pageList.map(({ section, offset }) => [section, offset]),
      [
        [0, 6],
        [0, 9],
        [0, 12],
        [0, 17],
        [1, 1],
        [1, 10],
      ],
    );
    assert.equal(JSON.stringify(sections).includes('svc:mark'), false);
  });

  it('resolve a thousand EPUB CFIs, and further ones point to the start of the section', async () => {
    const entry = `<li><a href="package.opf#epubcfi(/6/2!/4/4/2/1:NUMBER)">A page</a></li>`;
    const list = Array.from({ length: 1001 }, (_, index) =>
      entry.replace('NUMBER', String(index % 3)),
    );
    // Makes the URLs distinct so that each is counted.
    const numbered = list.map((entry, index) => entry.replace('/6/2!', `/6/2[a${index}]!`));
    const { pageList } = await compileFixture({
      chapters,
      nav: `<nav epub:type="page-list"><ol>${numbered.join('')}</ol></nav>`,
    });

    assert.equal(pageList.length, 1001);
    assert.ok((pageList[998]?.offset ?? 0) > 0);
    assert.equal(pageList[1000]?.offset, 0);
  });

  it('come from the guide of EPUB 2', async () => {
    const { landmarks } = await compileFixture({
      version: '2.0',
      chapters,
      guide: '<guide><reference type="text" title="Go" href="chapter-2.xhtml"/></guide>',
    });

    assert.deepEqual(landmarks, [{ type: 'bodymatter', title: 'Go', section: 1, offset: 0 }]);
  });
});
