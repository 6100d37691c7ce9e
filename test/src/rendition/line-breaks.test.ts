import { expect } from '@open-wc/testing';
import { BookStyleSheets } from '../../../src/rendition/section/book-style-sheets.ts';
import { layOutPage } from '../../../src/rendition/page-layout.ts';
import { SectionView } from '../../../src/rendition/section/section-view.ts';
import { body, p, section } from '../fixtures/trees.ts';

function computed(property: string, language: string, sheets: string[] = []): string {
  const source = section(0, body(p('『あっ』')), { language });
  const resourceUrl = () => '';
  const view = new SectionView(
    { section: source, sheets },
    { sheets: new BookStyleSheets(resourceUrl), resourceUrl },
  );
  document.body.append(view.host);
  const { writingMode, direction } = source;
  const page = { width: 400, height: 600, rem: 18, measure: 34, columns: 'one' as const };
  view.layout(layOutPage({ ...page, writingMode, direction }), {
    rem: 18,
    scrollBoxLabel: '',
    insertColumnBreaks: null,
  });
  const paragraph = view.host.shadowRoot?.querySelector('p');
  const found = paragraph ? getComputedStyle(paragraph).getPropertyValue(property) : '';
  view.host.remove();
  return found;
}

const breaking = (language: string, sheets?: string[]) => computed('line-break', language, sheets);

it('breaks lines by Japanese and Chinese rules unless the book overrides them', () => {
  expect(breaking('ja')).to.equal('strict');
  expect(breaking('zh-Hant')).to.equal('strict');
  expect(breaking('en')).to.equal('auto');
  expect(breaking('ja', ['.svc-body { line-break: loose; }'])).to.equal('loose');
});

it('does not use pretty text wrapping in WebKit, where it crashes the engine', () => {
  if (!CSS.supports('hanging-punctuation: first')) return;
  expect(computed('text-wrap-style', 'en')).to.not.equal('pretty');
});
