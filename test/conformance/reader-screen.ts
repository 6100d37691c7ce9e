import assert from 'node:assert/strict';
import type { ElementHandle, Page } from 'playwright';
import sharp from 'sharp';
import type { SvcReader } from '../../src/svc-reader.ts';
import type { Viewport } from './check.ts';

/** What happened on the page that no book may cause. */
interface PageActivity {
  /** Addresses that are neither the host's nor the server's. */
  requests: string[];
  /** Dialogs, windows, navigations, errors: all of it by scripts, or a fault of the reader. */
  events: string[];
}

/** A pixel's colour, 0–255 each. */
export type Color = [red: number, green: number, blue: number];

/** A book on the screen of the browser, as a person and as the engine see it. */
export class ReaderScreen {
  readonly page: Page;
  #watched: PageActivity = { requests: [], events: [] };
  #address = '';

  private constructor(page: Page) {
    this.page = page;
  }

  /** @param own - Origins that may be asked. */
  static async watch(page: Page, own: string[]): Promise<ReaderScreen> {
    const screen = new ReaderScreen(page);
    const tell = (event: string) => screen.#watched.events.push(event);
    await page.context().route(
      (url) => !own.includes(url.origin),
      (route) => {
        screen.#watched.requests.push(route.request().url());
        return route.abort();
      },
    );
    page.on('dialog', (dialog) => {
      tell(`dialog “${dialog.message()}”`);
      void dialog.dismiss();
    });
    page.on('pageerror', ({ message }) => tell(`error “${message}”`));
    page.context().on('page', (other) => {
      tell('a window was opened');
      void other.close();
    });
    page.on('framenavigated', (frame) => {
      const url = frame.url();
      if (url !== screen.#address && url !== 'about:blank') tell(`navigation to ${url}`);
    });
    return screen;
  }

  /** Ends when the book's first page is shown; fails with the reader's own error. */
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

  /** Goes to a section and waits until it is there with its fonts and pictures. */
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
    assert.ok(!error, `Section ${section} is not shown: ${error?.code}.`);
    await this.settled();
  }

  /** Index of the section on screen; of a spread, the first that was gone to. */
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
    // The next section may still have to be fetched.
    await this.page.waitForFunction(
      ({ turns, hasTurned }) =>
        !hasTurned || globalThis.heard.slice(turns).some(({ type }) => type === 'svc-page-change'),
      place,
    );
    await this.settled();
  }

  /** The root of a section's text, if that is mounted. */
  async root(section: number): Promise<ElementHandle<HTMLElement>> {
    const handle = await this.page.evaluateHandle((index) => {
      const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
      const host = pages?.rendition?.views.get(index)?.host;
      return host?.shadowRoot?.querySelector<HTMLElement>('.svc-html') ?? null;
    }, section);
    const root = handle.asElement();
    assert.ok(root, `Section ${section} is not on the page.`);
    return root;
  }

  /** Asks about the root of a section's text. */
  async ask<T>(section: number, question: (root: HTMLElement) => T): Promise<T> {
    const root = await this.root(section);
    return root.evaluate(question);
  }

  /** What a person can read of a section, with white space as one space each. */
  async text(section: number): Promise<string> {
    const text = await this.ask(section, (root) => root.innerText);
    return text.replaceAll(/\s+/g, ' ').trim();
  }

  /** Whether something of the section has a colour or a picture behind it. */
  isPainted(section: number): Promise<boolean> {
    return this.ask(section, (root) =>
      [root, ...root.querySelectorAll('*')].some((element) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(element);
        return backgroundImage !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)';
      }),
    );
  }

  /** What of the section is to be seen besides text: pictures, films, sounds, formulas with a size. */
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

  /** Colours of an element of a section as they are on screen, the most frequent first. */
  async colours(section: number, selector: string): Promise<{ colour: Color; share: number }[]> {
    const root = await this.root(section);
    const element = await root.$(selector);
    assert.ok(element, `There is no ${selector} in section ${section}.`);
    const box = await element.boundingBox();
    assert.ok(box && box.width >= 1 && box.height >= 1, `${selector} has no size.`);
    return colorsOf(await this.page.screenshot({ clip: box }));
  }

  /** Colours of the whole window. */
  async windowColours(): Promise<{ colour: Color; share: number }[]> {
    return colorsOf(await this.page.screenshot());
  }

  /** Fails where the book did what no book may do. */
  async assertHarmless(): Promise<void> {
    const { requests, events } = this.#watched;
    assert.deepEqual(requests, [], 'The book made the reader ask foreign addresses.');
    assert.deepEqual(events, [], 'Something ran or failed on the page.');
    const strange = await this.page.evaluate(() => {
      const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
      // The library that the component is built with leaves these on a page.
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
    assert.deepEqual(strange, [], `What a book brought could run: ${strange.join(', ')}.`);
  }

  /** What a person has opened with full intent is no fault of the book. */
  forgetWindows(): void {
    this.#watched = { requests: [], events: [] };
  }

  /** Foreign addresses that were asked since the book was opened. */
  get requests(): readonly string[] {
    return this.#watched.requests;
  }

  /** Pictures and fonts are there, and what they changed is laid out. */
  async settled(): Promise<void> {
    await this.page.evaluate(async () => {
      const frames = async (count: number) => {
        for (let at = 0; at < count; at += 1) await new Promise(requestAnimationFrame);
      };
      const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
      await frames(2);
      // The other page of a spread comes after the first.
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

/** The most frequent first. */
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
  /** What the reader said on the host's page. */
  var heard: { type: string; code?: string; url?: string }[];
  /** What was played, or was to be. */
  var sounds: HTMLMediaElement[];
  /** Names that the host's page had before the book. */
  var namesBefore: string[];
}
