import { nextTask } from '../../src/rendition/next-task.ts';
import { features } from '../../src/session/features.ts';
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/define.ts';
import { SettingsRequestEvent, TurnRequestEvent } from '../../src/events/request-events.ts';
import type { SvcReader } from '../../src/svc-reader.ts';
import {
  fixtureApi,
  mount,
  nextFrame,
  numbered,
  open,
  press,
  waitUntil,
} from './fixtures/reader.ts';

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

describe('a connected reader', () => {
  it('requests its book before it renders anything', async () => {
    const { fetch } = globalThis;
    let busyAtRequest: string | null | undefined;
    globalThis.fetch = (input, init) => {
      if (String(input).includes('/v1/reader/embed'))
        busyAtRequest = document
          .querySelector('svc-reader')
          ?.shadowRoot?.querySelector('.shell')
          ?.getAttribute('aria-busy');
      return fetch(input, init);
    };
    try {
      const reader = await mount();
      await waitUntil(() => reader.locator, 'the book');
    } finally {
      globalThis.fetch = fetch;
    }

    expect(busyAtRequest).to.equal(null);
  });
});

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

describe('a page with many readers', () => {
  it('opens the first ten, and others when they are near or eager', async () => {
    // The reader of the previous test closes in a microtask.
    await nextFrame();
    const openings = countOpenings();
    const box = await fixture<HTMLElement>(html`
      <div style="height: 0; overflow: hidden">
        ${Array.from(
          { length: 12 },
          (_, index) =>
            html`<svc-reader
              loading=${index === 11 ? 'eager' : 'auto'}
              book=${numbered}
              key="ok"
              api=${fixtureApi()}
            ></svc-reader>`,
        )}
      </div>
    `);
    const readers = [...box.querySelectorAll('svc-reader')];
    await waitUntil(() => readers[11]?.locator, 'the eager reader');
    await waitUntil(() => readers.slice(0, 10).every((one) => one.locator), 'the first ten');
    expect(readers[10]?.locator).to.equal(null);

    box.style.height = 'auto';
    readers[10]?.scrollIntoView();
    await waitUntil(() => readers[10]?.locator, 'the last reader');
    expect(openings.count()).to.equal(12);
    openings.stop();
  });

  it('retries after a rate limit one reader at a time, and only readers that are near', async () => {
    const { fetch } = globalThis;
    const sentAtMs: number[] = [];
    const attempts = new Map<string, number>();
    globalThis.fetch = async (input, init) => {
      const url = String(input);
      if (!url.includes('/v1/reader/embed')) return fetch(input, init);
      const attempt = (attempts.get(url) ?? 0) + 1;
      attempts.set(url, attempt);
      if (attempt > 1) sentAtMs.push(performance.now());
      // A reader shows a notice after two silent retries.
      return attempt > 3
        ? fetch(input, init)
        : new Response('{"code":"burst"}', { status: 429, headers: { 'Retry-After': '0' } });
    };
    const reader = (locale: string) =>
      html`<svc-reader
        locale=${locale}
        book=${numbered}
        key="ok"
        api=${fixtureApi()}
      ></svc-reader>`;
    const box = await fixture<HTMLElement>(html`
      <div>
        ${reader('en')} ${reader('de')}
        <div style="height: 0; overflow: hidden">${reader('fr')}</div>
      </div>
    `);
    const readers = [...box.querySelectorAll('svc-reader')];

    const [near, alsoNear, far] = readers;
    await waitUntil(() => near?.locator && alsoNear?.locator, 'the near readers');
    expect(far?.locator).to.equal(null);
    const gapsMs = sentAtMs.slice(1).map((atMs, index) => atMs - (sentAtMs[index] ?? 0));
    expect(gapsMs.length).to.be.greaterThan(4);
    expect(Math.min(...gapsMs)).to.be.greaterThan(20);

    far?.parentElement?.style.setProperty('height', '400px');
    await waitUntil(() => far?.locator, 'the far reader');
    globalThis.fetch = fetch;
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
    await Promise.all(features.map(({ load }) => load()));
    // Each feature starts in a separate task after its code has loaded.
    for (const _ of [...features, ...features]) await nextTask();
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
