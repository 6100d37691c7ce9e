import assert from 'node:assert/strict';
import type { ElementHandle, Page } from 'playwright';
import sharp from 'sharp';
import type { SvcReader } from '../../src/svc-reader.ts';
import type { Viewport } from './check.ts';

/** Effects on the page that no book may cause. */
interface PageActivity {
  /** URLs on neither the host's nor the server's origin. */
  requests: string[];
  /** Dialogs, windows, navigations and errors, caused by scripts or by a bug in the reader. */
  events: string[];
}

/** Color of a pixel, 0–255 each. */
export type Color = [red: number, green: number, blue: number];

/** A book in the browser window, as seen on screen and by the engine. */
export class ReaderScreen {
  readonly page: Page;
  #watched: PageActivity = { requests: [], events: [] };
  #address = '';

  private constructor(page: Page) {
    this.page = page;
  }

  /** @param own - Origins that may be requested. */
  static async watch(page: Page, own: string[]): Promise<ReaderScreen> {
    const screen = new ReaderScreen(page);
    const record = (event: string) => screen.#watched.events.push(event);
    await page.context().route(
      (url) => !own.includes(url.origin),
      (route) => {
        screen.#watched.requests.push(route.request().url());
        return route.abort();
      },
    );
    page.on('dialog', (dialog) => {
      record(`dialog “${dialog.message()}”`);
      void dialog.dismiss();
    });
    page.on('pageerror', ({ message }) => record(`error “${message}”`));
    page.context().on('page', (other) => {
      record('a window was opened');
      void other.close();
    });
    page.on('framenavigated', (frame) => {
      const url = frame.url();
      if (url !== screen.#address && url !== 'about:blank') record(`navigation to ${url}`);
    });
    return screen;
  }

  /** Resolves once the book's first page is shown. Rejects with the reader's own error. */
  async open(address: string, shape: Viewport): Promise<void> {
    await this.page.goto('about:blank');
    this.#watched = { requests: [], events: [] };
    this.#address = address;
    await this.page.setViewportSize(shape);
    await this.page.goto(address);
    const first = await this.page.waitForFunction(() =>
      globalThis.heard?.find(({ type }) => type === 'svc-open' || type === 'svc-error'),
    );
    const { type, code } = (await first.jsonValue()) ?? { type: '', code: '' };
    assert.equal(type, 'svc-open', `The book does not open in the reader: ${code}.`);
    await this.settled();
  }

  /** Opens a section and waits until its fonts and images are loaded. */
  async show(section: number, offset = 0): Promise<void> {
    await this.page.evaluate(
      ([section, offset]) =>
        document.querySelector<SvcReader>('svc-reader')?.goTo({ section, offset }),
      [section, offset] as const,
    );
    await this.page.waitForFunction((wanted) => {
      if (globalThis.heard.some(({ type }) => type === 'svc-error')) return true;
      const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
      return pages?.rendition?.views
        .get(wanted)
        ?.host.checkVisibility({ visibilityProperty: true });
    }, section);
    const error = await this.page.evaluate(() =>
      globalThis.heard.find(({ type }) => type === 'svc-error'),
    );
    assert.ok(!error, `Section ${section} does not open: ${error?.code}.`);
    await this.settled();
  }

  /** Index of the section on screen. For a spread, the section that was opened first. */
  section(): Promise<number> {
    return this.page.evaluate(
      () => document.querySelector<SvcReader>('svc-reader')?.locator?.locations.section ?? -1,
    );
  }

  async turn(step: 1 | -1): Promise<void> {
    const place = await this.page.evaluateHandle((step) => {
      const reader = document.querySelector<SvcReader>('svc-reader');
      const turns = globalThis.heard.length;
      const hasTurned = step === 1 ? reader?.next() : reader?.previous();
      return { turns, hasTurned };
    }, step);
    // The next section may not be fetched yet.
    await this.page.waitForFunction(
      ({ turns, hasTurned }) =>
        !hasTurned || globalThis.heard.slice(turns).some(({ type }) => type === 'svc-page-change'),
      place,
    );
    await this.settled();
  }

  /** Shadow root of a section's text, if it is mounted. */
  async root(section: number): Promise<ElementHandle<HTMLElement>> {
    const handle = await this.page.evaluateHandle((index) => {
      const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
      const host = pages?.rendition?.views.get(index)?.host;
      return host?.shadowRoot?.querySelector<HTMLElement>('.svc-html') ?? null;
    }, section);
    const root = handle.asElement();
    assert.ok(root, `Section ${section} is not mounted.`);
    return root;
  }

  /** Evaluates a function on the shadow root of a section's text. */
  async ask<T>(section: number, question: (root: HTMLElement) => T): Promise<T> {
    const root = await this.root(section);
    return root.evaluate(question);
  }

  /** Visible text of a section, with white space collapsed. */
  async text(section: number): Promise<string> {
    const text = await this.ask(section, (root) => root.innerText);
    return text.replaceAll(/\s+/g, ' ').trim();
  }

  /** Whether any element of the section has a background color or image. */
  isPainted(section: number): Promise<boolean> {
    return this.ask(section, (root) =>
      [root, ...root.querySelectorAll('*')].some((element) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(element);
        return backgroundImage !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)';
      }),
    );
  }

  /**
   * Visible content of the section other than text: images, videos, audio controls and formulas
   * with a size.
   */
  pictures(section: number): Promise<{ tag: string; isBroken: boolean }[]> {
    return this.ask(section, (root) =>
      [...root.querySelectorAll('img, svg, video, audio, math, hr')].flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isBroken = element instanceof HTMLImageElement && element.naturalWidth === 0;
        const tag = element.localName;
        return width > 0 && height > 0 ? [{ tag, isBroken }] : [];
      }),
    );
  }

  /** Colors of an element of a section on screen, most frequent first. */
  async colours(section: number, selector: string): Promise<{ colour: Color; share: number }[]> {
    const root = await this.root(section);
    const element = await root.$(selector);
    assert.ok(element, `Section ${section} has no ${selector}.`);
    const box = await element.boundingBox();
    assert.ok(box && box.width >= 1 && box.height >= 1, `${selector} has no size.`);
    return colorsOf(await this.page.screenshot({ clip: box }));
  }

  /** Colors of the whole window. */
  async windowColours(): Promise<{ colour: Color; share: number }[]> {
    return colorsOf(await this.page.screenshot());
  }

  /** Fails if the book caused a forbidden effect. */
  async assertHarmless(): Promise<void> {
    const { requests, events } = this.#watched;
    assert.deepEqual(requests, [], 'The book caused requests to other origins.');
    assert.deepEqual(events, [], 'A script ran or failed on the page.');
    const strange = await this.page.evaluate(() => {
      const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
      // Global variables of the library that the component is built with.
      const own = [
        'litElementVersions',
        'litHtmlVersions',
        'litPropertyMetadata',
        'reactiveElementVersions',
      ];
      const known = new Set([...globalThis.namesBefore, ...own]);
      const added = Object.keys(globalThis).filter((name) => !known.has(name));
      const elements = [...(pages?.rendition?.shadowRoots ?? [])].flatMap((root) =>
        [...root.querySelectorAll('*')].flatMap((element) => [
          ...(element.matches('script, iframe, object, embed, foreignObject script')
            ? [element.localName]
            : []),
          ...[...element.attributes].flatMap(({ name, value }) =>
            /^on/i.test(name) || /^\s*javascript:/i.test(value) ? [`${name}="${value}"`] : [],
          ),
        ]),
      );
      return [...added, ...elements];
    });
    assert.deepEqual(strange, [], `Elements from the book could run: ${strange.join(', ')}.`);
  }

  /** Clears windows opened deliberately, which do not count as effects of the book. */
  forgetWindows(): void {
    this.#watched = { requests: [], events: [] };
  }

  /** URLs on other origins that were requested since the book was opened. */
  get requests(): readonly string[] {
    return this.#watched.requests;
  }

  /** Resolves once images and fonts are loaded and layout has settled. */
  async settled(): Promise<void> {
    await this.page.evaluate(async () => {
      const frames = async (count: number) => {
        for (let at = 0; at < count; at += 1) await new Promise(requestAnimationFrame);
      };
      const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
      await frames(2);
      // The second page of a spread is mounted after the first.
      while (pages?.rendition?.views.mounting.size) await frames(1);
      const images = (pages?.rendition?.shadowRoots ?? []).flatMap((root) => [
        ...root.querySelectorAll('img'),
      ]);
      const loads = images.map(
        (image) =>
          image.complete ||
          image.loading === 'lazy' ||
          new Promise((resolve) => {
            image.addEventListener('load', resolve);
            image.addEventListener('error', resolve);
          }),
      );
      await Promise.all([...loads, document.fonts.ready]);
      await frames(2);
    });
  }
}

/** Most frequent first. */
async function colorsOf(png: Buffer): Promise<{ colour: Color; share: number }[]> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const counts = new Map<string, number>();
  for (let at = 0; at + 2 < data.length; at += info.channels) {
    const key = `${data[at]},${data[at + 1]},${data[at + 2]}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const all = info.width * info.height;
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([key, count]) => {
      const [red = 0, green = 0, blue = 0] = key.split(',').map(Number);
      return { colour: [red, green, blue], share: count / all };
    });
}

declare global {
  /** Events of the reader, recorded on the host page. */
  var heard: { type: string; code?: string; url?: string }[];
  /** Audio that was played or requested. */
  var sounds: HTMLMediaElement[];
  /** Global variables of the host page before the book was opened. */
  var namesBefore: string[];
}
