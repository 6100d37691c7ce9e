import { expect } from '@open-wc/testing';
import { BookStyleSheets } from '../../../src/rendition/section/book-style-sheets.ts';
import { layOutPage } from '../../../src/rendition/page-layout.ts';
import { UserStyles } from '../../../src/rendition/user-styles/user-styles.ts';
import { SectionView } from '../../../src/rendition/section/section-view.ts';
import { defaultSettings, type Settings } from '../../../src/state/settings.ts';
import type { TreeElement } from '../../../server/epub/contract.ts';
import { body, h2, paragraphs, section } from '../fixtures/trees.ts';

const bookCss = `
  #one { line-height: 1.1 !important; font-family: 'Other' !important; text-align: justify; letter-spacing: 0; }
  p { line-height: 1.2; text-align: justify; margin: 0; text-indent: 1em; hyphens: none; }
  .centre { text-align: center; }
  .scene { margin-block-start: 3em; }
  .title { font-size: 2.5em; line-height: 1; }
  .verse { white-space: pre-line; text-indent: 0; padding-inline-start: 2em; }
  #lines { text-align: start; }
  h2 { line-height: 1.3; font-family: 'Title'; text-align: center; }
  .sc { letter-spacing: 0.2em; }
  .red { color: red; background-color: yellow; }`;

const words = 'The harbour lay quiet under a sky of beaten tin. '.repeat(6);
const content: TreeElement[] = [
  h2('One'),
  ['p', { id: 'one' }, words],
  ['p', { id: 'two' }, words, ['code', {}, 'let x'], ['sup', {}, '1']],
  ['p', { id: 'centre', class: 'centre' }, 'Centred'],
  ['p', { id: 'scene', class: 'scene' }, words],
  ['p', { id: 'title', class: 'title' }, 'A title'],
  ['p', { id: 'verse', class: 'verse' }, 'Over\nthe hills'],
  ['p', { id: 'lines', class: 'svc-verse' }, 'Over', ['br', {}], 'the hills', ['br', {}], 'away'],
  ['pre', { id: 'pre' }, 'one\ntwo'],
  ['table', { id: 'table' }, ['tbody', {}, ['tr', {}, ['td', { id: 'cell' }, 'Cell']]]],
  ['p', { id: 'ruby' }, ['ruby', {}, '山', ['rt', { id: 'reading' }, 'やま']], words],
  [
    'p',
    { id: 'red', class: 'red' },
    words,
    ['a', { id: 'link', href: 'https://example.org/' }, 'link'],
  ],
];

const mounted: SectionView[] = [];
const rem = 20;

function styledView(
  settings: Partial<Settings>,
  isPlain = false,
  language = 'en',
  tree = content,
): SectionView {
  const userStyles = new UserStyles(() => {});
  userStyles.setSettings({ ...defaultSettings, ...settings });
  const view = new SectionView(
    { section: section(0, body(...tree), { css: bookCss, language }), sheets: [] },
    { sheets: new BookStyleSheets((path) => path), resourceUrl: (path) => path },
  );
  mounted.push(view);
  document.body.append(view.host);
  const page = { width: 500, height: 700, rem, measure: 34, columns: 'one' } as const;
  view.layout(layOutPage({ ...page, writingMode: 'horizontal-tb', direction: 'ltr' }), {
    rem,
    scrollBoxLabel: '',
    insertColumnBreaks: null,
    applyUserStyles: (root) =>
      userStyles.apply(root, rem, isPlain, 'https://books.example/v1/reader/x'),
  });
  return view;
}

function styleOf(view: SectionView, id: string): CSSStyleDeclaration {
  const found = view.host.shadowRoot?.querySelector(`#${id}`);
  if (!found) throw new Error(`No ${id}.`);
  return getComputedStyle(found);
}

describe('user styles', () => {
  afterEach(() => {
    for (const { host } of mounted.splice(0)) host.remove();
  });

  it('change nothing with default settings, adding no sheet and marking no element', () => {
    const { shadowRoot } = styledView({ fontScale: 1.4, columns: 'two', margins: 'wide' }).host;
    expect(shadowRoot?.adoptedStyleSheets.length).to.equal(3);
    expect(shadowRoot?.querySelector('.svc-run')).to.equal(null);
  });

  it('set the line height except in titles, code and superscripts', () => {
    const plain = styledView({});
    const view = styledView({ lineHeight: 2 });
    for (const id of ['one', 'two', 'centre', 'verse']) {
      expect(styleOf(view, id).lineHeight, id).to.equal('40px');
    }
    for (const id of ['title', 'pre', 'reading']) {
      expect(styleOf(view, id).lineHeight, id).to.equal(styleOf(plain, id).lineHeight);
    }
    const heading = (one: SectionView) =>
      getComputedStyle(one.host.shadowRoot?.querySelector('h2') ?? one.host).lineHeight;
    expect(heading(view)).to.equal(heading(plain));
  });

  it('set the font, including titles but not code', () => {
    const view = styledView({ font: 'sans' });
    for (const id of ['one', 'two', 'cell', 'link']) {
      expect(styleOf(view, id).fontFamily, id).to.match(/sans-serif$/);
    }
    const code = view.host.shadowRoot?.querySelector('code');
    expect(code && getComputedStyle(code).fontFamily).to.match(/monospace$/);
    expect(styleOf(view, 'pre').fontFamily).to.match(/monospace$/);
  });

  it('make line ends even, except in centered text and verse', () => {
    const view = styledView({ align: 'start' });
    expect(styleOf(view, 'one').textAlign).to.equal('start');
    expect(styleOf(view, 'centre').textAlign).to.equal('center');
    expect(styleOf(view, 'verse').textIndent).to.equal('0px');
    expect(styleOf(view, 'verse').whiteSpace).to.equal('pre-line');
    const justified = styledView({ align: 'justify' });
    expect(styleOf(justified, 'red').textAlign).to.equal('justify');
    expect(styleOf(justified, 'lines').textAlign).to.equal('start');
  });

  it('set the space between paragraphs and keep scene breaks', () => {
    const view = styledView({ paragraphSpacing: 1 });
    expect(styleOf(view, 'two').marginBlockStart).to.equal('20px');
    expect(styleOf(view, 'scene').marginBlockStart).to.equal('60px');
    expect(styleOf(view, 'one').marginBlockStart).to.equal('0px');
  });

  it('set letter and word spacing, but no letter spacing in connected scripts', () => {
    const view = styledView({ letterSpacing: 0.06, wordSpacing: 0.25 });
    expect(styleOf(view, 'one').letterSpacing).to.equal('1.2px');
    expect(styleOf(view, 'two').wordSpacing).to.equal('5px');
    const arabic = styledView({ letterSpacing: 0.06 }, false, 'ar');
    expect(styleOf(arabic, 'two').letterSpacing).to.equal('normal');
  });

  it('apply to a long section that is laid out in slices', () => {
    const view = styledView({ lineHeight: 2, paragraphSpacing: 1 }, false, 'en', paragraphs(290));
    view.goTo(view.pageOfOffset(view.section.length - 1));
    const last = view.host.shadowRoot?.querySelector('.svc-body')?.lastElementChild;
    if (!last) throw new Error('No end.');
    expect(getComputedStyle(last).lineHeight).to.equal('40px');
    expect(getComputedStyle(last).marginBlockStart).to.equal('20px');
  });

  it('enable or disable hyphenation', () => {
    const hyphensOf = (settings: Partial<Settings>) => {
      const style = styleOf(styledView(settings), 'two');
      return style.hyphens || style.getPropertyValue('-webkit-hyphens');
    };
    expect(hyphensOf({})).to.equal('none');
    expect(hyphensOf({ hyphens: 'auto' })).to.equal('auto');
    expect(hyphensOf({ hyphens: 'none' })).to.equal('none');
  });

  it('hide ruby annotations without changing offsets', () => {
    expect(styleOf(styledView({}), 'reading').display).not.to.equal('none');
    const view = styledView({ ruby: 'hidden' });
    expect(styleOf(view, 'reading').display).to.equal('none');
    expect(view.firstOffsetOn(view.pages)).to.equal(view.section.length);
    for (let page = 0; page < view.pages; page++) {
      expect(view.pageOfOffset(view.firstOffsetOn(page)), `page ${page}`).to.equal(page);
    }
  });

  it('use only theme colors in high contrast and keep links recognizable', () => {
    const view = styledView({}, true);
    view.host.style.setProperty('--svc-color', 'rgb(1, 2, 3)');
    view.host.style.setProperty('--svc-accent', 'rgb(4, 5, 6)');
    expect(styleOf(view, 'red').color).to.equal('rgb(1, 2, 3)');
    expect(styleOf(view, 'red').backgroundColor).to.equal('rgba(0, 0, 0, 0)');
    expect(styleOf(view, 'link').color).to.equal('rgb(4, 5, 6)');
    expect(styleOf(view, 'link').textDecorationLine).to.equal('underline');
  });

  it('are removed along with the settings', () => {
    const view = styledView({});
    const userStyles = new UserStyles(() => {});
    const { shadowRoot } = view.host;
    const root = shadowRoot?.querySelector('.svc-html');
    if (!shadowRoot || !root) throw new Error('No text.');
    const sheetsIn = (settings: Partial<Settings>, isPlain: boolean) => {
      userStyles.setSettings({ ...defaultSettings, ...settings });
      userStyles.apply(root, rem, isPlain, 'https://books.example/v1/reader/x');
      return shadowRoot.adoptedStyleSheets.length;
    };
    expect(sheetsIn({ lineHeight: 2 }, true)).to.equal(5);
    expect(styleOf(view, 'two').lineHeight).to.equal('40px');
    expect(sheetsIn({}, false)).to.equal(3);
    expect(styleOf(view, 'two').lineHeight).to.equal('24px');
  });
});
