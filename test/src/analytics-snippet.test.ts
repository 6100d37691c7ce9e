import { expect } from '@open-wc/testing';
import { open, press, waitUntil } from './fixtures/reader.ts';

/** The snippet in the documentation. */
async function snippet(): Promise<string> {
  const text = await (await fetch('/docs/guides/analytics.md')).text();
  const code = /<!-- snippet -->\s*```js\n([^]*?)```/.exec(text)?.[1];
  if (!code) throw new Error('docs/guides/analytics.md has no snippet.');
  return code;
}

function run(code: string): void {
  const script = document.createElement('script');
  script.textContent = code;
  document.head.append(script);
  script.remove();
}

describe('the documented snippet', () => {
  it('reports a reading and a sale to Google Analytics, Plausible and Matomo', async () => {
    const dataLayer: { event: string }[] = [];
    const props: Record<string, unknown> = {};
    const matomo: unknown[][] = [];
    const plausible = (name: string, { props: values }: { props: unknown }) => {
      props[name] = values;
    };
    Object.assign(globalThis, { dataLayer, plausible, _paq: matomo });
    run(await snippet());

    const key = `sell:sample.priced.shop.partner:analytics${Date.now()}`;
    const reader = await open({ key, start: '1' });
    press(reader, 'End');
    reader.next();
    const link = await waitUntil(
      () =>
        reader.shadowRoot?.querySelector('svc-purchase')?.shadowRoot?.querySelector('a') ?? null,
      'the link',
    );
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    link.click();

    const book = 'bk_numbered000000001';
    expect(dataLayer).to.deep.equal([
      { event: 'book_open', book },
      { event: 'sample_end', book },
      { event: 'begin_checkout', book, value: '9.99', currency: 'USD' },
      { event: 'affiliate_click', book, affiliate: 'blog' },
    ]);
    expect(Object.keys(props)).to.deep.equal(dataLayer.map(({ event }) => event));
    expect(matomo[0]).to.deep.equal(['trackEvent', 'reader', 'book_open', book]);
    expect(matomo.length).to.equal(4);
  });

  it('does nothing if no analytics service is on the page', async () => {
    for (const name of ['dataLayer', 'plausible', '_paq']) Reflect.deleteProperty(globalThis, name);
    await open({ key: `sell::analytics${Date.now()}` });
  });
});
