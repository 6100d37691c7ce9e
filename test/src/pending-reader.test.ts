import { nextTask } from '../../src/rendition/next-task.ts';
import { features } from '../../src/session/features.ts';
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define.ts';
import { SettingsRequestEvent, TurnRequestEvent } from '../../src/events/request-events.ts';
import type { SvcReader } from '../../src/svc-reader.ts';
import { fixtureApi, mount, numbered, open, press, waitUntil } from './fixtures/reader.ts';

/** Counts the requests for books until it is stopped. */
function countOpenings(): { count: () => number; stop: () => void } {
  const { fetch } = globalThis;
  let count = 0;
  globalThis.fetch = (input, init) => {
    if (String(input).includes('/v1/reader/embed')) count += 1;
    return fetch(input, init);
  };
  return { count: () => count, stop: () => (globalThis.fetch = fetch) };
}

const pageOf = ({ shadowRoot }: SvcReader) =>
  shadowRoot?.querySelector('svc-page')?.rendition?.current.page;

describe('a reader whose controls have not loaded', () => {
  for (const kind of ['requests', 'keys'] as const) {
    it(`turns as many pages as early ${kind} ask for`, async () => {
      const reader = await mount();
      await waitUntil(() => reader.locator, 'the book');
      for (let turn = 0; turn < 3; turn++) {
        if (kind === 'requests') reader.dispatchEvent(new TurnRequestEvent(1));
        else press(reader, 'ArrowRight');
      }

      await waitUntil(() => pageOf(reader) === 3, 'the fourth page');
    });
  }

  it('keeps settings requested, and attributes changed, before the book opens', async () => {
    const reader = await mount();
    reader.dispatchEvent(new SettingsRequestEvent({ fontScale: 1.5 }));
    reader.setAttribute('mode', 'scroll');

    await waitUntil(() => reader.shadowRoot?.querySelector('svc-progress'), 'the controls');
    await waitUntil(() => reader.matches(':state(scrolling)'), 'scroll mode');
    const page = reader.shadowRoot?.querySelector('svc-page');
    await waitUntil(() => page?.rendition?.mode === 'scroll', 'the scrolled pages');
  });
});

describe('a lazy reader', () => {
  it('requests nothing in a closed details element, and opens when it is shown', async () => {
    const openings = countOpenings();
    const box = await fixture<HTMLDetailsElement>(html`
      <details>
        <summary>Read</summary>
        <svc-reader
          loading="lazy"
          book=${` ${numbered} `}
          key="ok"
          api=${fixtureApi()}
        ></svc-reader>
      </details>
    `);
    const reader = box.querySelector('svc-reader');
    // Observers report within two frames.
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    expect(openings.count()).to.equal(0);

    box.open = true;
    await waitUntil(() => reader?.locator, 'the book');
    expect(openings.count()).to.equal(1);
    openings.stop();
  });

  it('requests nothing in an accordion of no height, and opens when it unfolds', async () => {
    const openings = countOpenings();
    const box = await fixture<HTMLElement>(html`
      <div style="height: 0; overflow: hidden">
        <svc-reader loading="lazy" book=${numbered} key="ok" api=${fixtureApi()}></svc-reader>
      </div>
    `);
    const reader = box.querySelector('svc-reader');
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    expect(openings.count()).to.equal(0);

    box.style.height = '400px';
    await waitUntil(() => reader?.locator, 'the book');
    expect(openings.count()).to.equal(1);
    openings.stop();
  });
});

describe('a reader that is mounted again within its session', () => {
  it('requests no new session, also for another section', async () => {
    const reader = await open();
    await waitUntil(() => reader.shadowRoot?.querySelector('svc-annotation-layer, svc-page'), 'it');
    // The code that caches closed books loads when the browser is idle.
    await new Promise(
      (resolve) =>
        reader.addEventListener('svc-page-change', resolve, { once: true }) ?? press(reader, 'End'),
    );
    await import('../../src/session/reusable-books.ts');
    // Each feature starts in a task of its own.
    for (const _ of features) await nextTask();
    reader.remove();
    await waitUntil(() => !reader.locator, 'its end');
    const openings = countOpenings();

    const again = await mount({ start: '1' });
    await waitUntil(() => again.locator, 'the book');

    expect(again.locator?.locations.section).to.equal(1);
    expect(openings.count()).to.equal(0);
    openings.stop();
  });
});
