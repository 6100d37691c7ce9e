import { expect } from '@open-wc/testing';
import { rangeOf } from '../../../../src/rendition/section/text-range.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import '../../../../src/define.ts';
import { fixtureApi, numbered, pageOf, waitUntil } from '../../fixtures/reader.ts';

describe('the page of the guide “Selected text”', () => {
  const realFetch = globalThis.fetch;
  const realOpen = globalThis.open;
  afterEach(() => {
    globalThis.fetch = realFetch;
    globalThis.open = realOpen;
    document.getSelection()?.removeAllRanges();
  });

  it('looks selected text up, and translates it', async () => {
    const guide = await (await fetch('/docs/guides/selected-text.md')).text();
    const [, code = ''] = /```html\n([^]*?)```/.exec(guide) ?? [];
    const template = document.createElement('template');
    template.innerHTML = code;
    const found = template.content.querySelector<SvcReader>('svc-reader');
    const source = template.content.querySelector('script');
    if (!found || !source) throw new Error('The guide has no page.');
    const attributes = { book: numbered, key: 'ok', api: fixtureApi(), locale: 'en', start: '1' };
    for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
    source.remove();
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = source.textContent;
    const box = template.content.querySelector<HTMLElement>('.definition');
    document.body.append(template.content, script);
    const reader = document.querySelector<SvcReader>('svc-reader');
    if (!reader) throw new Error('No reader.');
    await waitUntil(() => reader.locator && reader.selectionActions, 'the reader and the script');

    const asked: string[] = [];
    globalThis.fetch = async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.startsWith('/dictionary')) return realFetch(input, init);
      asked.push(url);
      return new Response('a place for ships');
    };
    globalThis.open = (url) => {
      asked.push(String(url));
      return null;
    };
    const view = pageOf(reader).rendition?.current;
    const at = view?.text.slice(0, 400).indexOf('harbour') ?? -1;
    const range = view && rangeOf(view.text, at, at + 'harbour'.length);
    if (!range) throw new Error('The book has no harbour.');
    const press = async (label: string) => {
      document.getSelection()?.removeAllRanges();
      document
        .getSelection()
        ?.setBaseAndExtent(
          range.startContainer,
          range.startOffset,
          range.endContainer,
          range.endOffset,
        );
      const button = await waitUntil(() => {
        const layer = reader.shadowRoot?.querySelector('svc-annotation-layer');
        const menu = layer?.shadowRoot?.querySelector('svc-annotation-menu')?.shadowRoot;
        return [...(menu?.querySelectorAll('button') ?? [])].find(
          ({ ariaLabel, textContent }) => (ariaLabel ?? textContent?.trim()) === label,
        );
      }, label);
      button.click();
    };

    await press('Look up');
    await waitUntil(() => box?.matches(':popover-open'), 'the definition');
    expect(box?.textContent).to.equal('a place for ships');
    expect(asked).to.deep.equal(['/dictionary?word=harbour&language=en']);
    expect(box?.getBoundingClientRect().top).to.be.greaterThan(
      range.getBoundingClientRect().bottom,
    );
    await press('Translate');
    await waitUntil(() => asked.length > 1, 'the translation');
    expect(asked[1]).to.equal(
      'https://translate.google.com/?op=translate&sl=en&tl=de&text=harbour',
    );
    for (const one of [reader, box, script]) one?.remove();
  });
});
