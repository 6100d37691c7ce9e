import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/define.ts';

/** Sizes that a page sets, and the resulting sizes of the reader in px. */
const cases: readonly [style: string, width: number | null, height: number | null][] = [
  ['block-size: 300px', null, 300],
  ['height: 200px; width: 200px', 200, 200],
  ['inline-size: 120px', 120, null],
  ['height: 50%', null, 250],
  ['max-height: 280px', null, 280],
  ['height: 100vh', null, innerHeight],
  ['aspect-ratio: 2; block-size: auto; inline-size: 300px; max-block-size: 150px', 300, 150],
];

describe('the size of the reader', () => {
  for (const parent of ['display: block', 'display: flex', 'display: grid', 'display: flow-root']) {
    for (const [style, width, height] of cases) {
      it(`has the size that the page sets: “${style}” in “${parent}”`, async () => {
        const box = await fixture<HTMLElement>(html`
          <div style="${parent}; inline-size: 600px; block-size: 500px; align-items: start">
            <svc-reader style=${style}></svc-reader>
          </div>
        `);
        const reader = box.firstElementChild?.getBoundingClientRect();
        if (width !== null) expect(reader?.width).to.equal(width);
        if (height !== null) expect(reader?.height).to.equal(height);
      });
    }
  }

  it('is at least 320 px high where a page’s percentage has no effect', async () => {
    const box = await fixture<HTMLElement>(
      html`<div><svc-reader style="height: 100%"></svc-reader></div>`,
    );
    expect(box.firstElementChild?.clientHeight).to.equal(320);
  });
});
