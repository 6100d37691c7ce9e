import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine, testApi } from '../harness.ts';
import { markerWord, paidBook } from '../reading-sessions/paid-book.ts';
import { pageUrl, parsePage } from './page-fixtures.ts';

forEachEngine('the page of a paid book', (engine) => {
  it('ends with the sample, shows the price and a buy link, and contains no text after it', async () => {
    const api = await testApi(engine);
    const { id: book, key, embed } = await paidBook(api);
    const { access } = await embed(key, '', { headers: { Origin: 'https://shop.example' } });
    const last = access.until?.section ?? -1;
    const open = async (chapter: number) => {
      const response = await fetch(api.url + pageUrl({ book, key, chapter: String(chapter) }));
      return { status: response.status, html: await response.text() };
    };

    const first = await open(0);
    const end = await open(last);

    assert.equal(parsePage(first.html).one('section', { class: 'end' }), undefined);
    const page = parsePage(end.html);
    assert.ok(page.one('section', { class: 'end' }));
    assert.match(page.text('section'), /The sample ends here[^]*€9\.99/);
    assert.match(page.one('a', { class: 'buy' })?.attribs['href'] ?? '', /\/buy\//);
    assert.equal(page.one('a', { rel: 'next' }), undefined);
    assert.partialDeepStrictEqual(page.json('application/ld+json'), {
      isAccessibleForFree: false,
      offers: { price: '9.99', priceCurrency: 'EUR' },
    });
    for (let section = last + 1; section < 6; section += 1) {
      const { html } = await open(section);
      for (const found of [first.html, end.html, html]) {
        for (let paragraph = 0; paragraph < 24; paragraph += 1) {
          assert.ok(
            !found.includes(markerWord(section, paragraph)),
            markerWord(section, paragraph),
          );
        }
      }
    }
    assert.ok(!end.html.includes(markerWord(last, 11)));
  });
});
