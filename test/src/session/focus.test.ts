import { expect, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SvcReader } from '../../../src/svc-reader.ts';
import {
  english,
  nextFrame,
  nextEvent,
  numbered,
  open,
  pageOf,
  stageOf,
  waitUntil,
} from '../fixtures/reader.ts';
import { notes } from '../fixtures/rich-books.ts';
import {
  openPanelWithKey,
  openWithFeatures,
  queryControl,
  panelTag,
} from '../fixtures/controls.ts';

/** The focused control, inside nested shadow roots. */
const focused = (): Element | null => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
};
const onPage = (reader: SvcReader) => waitUntil(() => focused() === stageOf(reader), 'the page');
const buttonOf = (reader: SvcReader, name: string) =>
  waitUntil(() => queryControl(reader, 'svc-toolbar', `[data-panel=${name}]`), name);
const turnButton = (reader: SvcReader, direction: 'next' | 'back') =>
  waitUntil(
    () => queryControl(reader, 'svc-progress', `.turn.${direction}:not(:disabled)`),
    'the button',
  );
const noPanel = (reader: SvcReader) =>
  waitUntil(
    () => !reader.matches(':state(open)') && !queryControl(reader, 'svc-menu', '.item'),
    'no panel',
  );

/** The first text on the page or, in scroll mode, the scroll offset. */
const placeOf = (reader: SvcReader) =>
  `${reader.locator?.locations.section} ${reader.locator?.locations.offset} ${stageOf(reader).scrollTop}`;

/** Presses a key and waits until the position changes. */
async function moves(reader: SvcReader, key: string): Promise<void> {
  const before = placeOf(reader);
  await sendKeys({ press: key });
  await waitUntil(() => placeOf(reader) !== before, `another place by ${key}`);
  // Scrolling is animated.
  let last = '';
  let same = 0;
  await waitUntil(() => {
    same = placeOf(reader) === last ? same + 1 : 0;
    last = placeOf(reader);
    return same > 10;
  }, 'rest');
}

for (const mode of ['pages', 'scroll']) {
  describe(`the focus of a reader (${mode})`, () => {
    for (const [key, control] of [
      ['t', 'svc-contents'],
      ['s', 'svc-search'],
      ['m', 'svc-menu'],
      ['?', 'svc-help'],
    ] as const) {
      it(`returns to the page when the panel opened by ${key} closes`, async () => {
        const reader = await openWithFeatures({ book: numbered, mode });
        reader.focus();
        await openPanelWithKey(reader, key, control);
        await waitUntil(() => focused() !== stageOf(reader), 'the focus in the panel');
        await sendKeys({ press: 'Escape' });
        await noPanel(reader);
        await onPage(reader);
        await moves(reader, 'ArrowRight');
      });
    }

    it('moves with Tab only to links on screen', async () => {
      const reader = await openWithFeatures({ book: notes, mode, height: 300 });
      const isOnLink = () => focused()?.localName === 'a';
      reader.focus();
      await sendKeys({ press: 'Tab' });
      expect(isOnLink()).to.equal(true);
      reader.focus();
      await moves(reader, 'PageDown');
      await moves(reader, 'PageDown');
      const before = placeOf(reader);
      await sendKeys({ press: 'Tab' });
      await waitUntil(() => focused() !== stageOf(reader), 'the focus elsewhere');
      expect(isOnLink()).to.equal(false);
      expect(placeOf(reader)).to.equal(before);
    });

    it('leaves the page with Tab, skipping tables and images that are off screen', async () => {
      const reader = await openWithFeatures({ book: english, mode, start: '3', height: 300 });
      await waitUntil(
        () =>
          pageOf(reader).rendition?.shadowRoots.some((root) =>
            root.querySelector('.svc-scroll-box'),
          ),
        'what opens a table large',
      );
      // Its code loads when the browser is idle.
      await waitUntil(() => {
        dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
        const roots = pageOf(reader).rendition?.shadowRoots ?? [];
        return roots.some((root) =>
          root.querySelector('a[tabindex="-1"], .svc-scroll-box[tabindex="-1"]'),
        );
      }, 'the limit of the Tab key');
      await waitUntil(
        () =>
          pageOf(reader).rendition?.shadowRoots.some((root) => root.querySelector('img[tabindex]')),
        'a picture that can be enlarged, which is partly on screen in scroll mode',
      );
      reader.focus();
      const { section, offset } = reader.locator?.locations ?? {};
      const isOnPage = () => reader.shadowRoot?.activeElement?.localName === 'svc-page';
      for (let stop = 0; stop < 8 && isOnPage(); stop++) await sendKeys({ press: 'Tab' });
      expect(isOnPage()).to.equal(false);
      await nextFrame();
      expect(reader.locator?.locations).to.include({ section, offset });
    });

    for (const name of ['settings', 'contents', 'menu']) {
      it(`returns to the button that opened the ${name}, where arrows turn pages`, async () => {
        const reader = await openWithFeatures({ book: numbered, mode });
        const button = await buttonOf(reader, name);
        reader.focus();
        button.click();
        await waitUntil(() => queryControl(reader, panelTag(name), '.panel'), 'the panel');
        await waitUntil(() => focused() !== button && focused() !== stageOf(reader), 'it');
        await sendKeys({ press: 'Escape' });
        await noPanel(reader);
        await waitUntil(() => focused() === button, 'the button');
        await moves(reader, 'ArrowRight');
        await moves(reader, 'ArrowLeft');
        expect(focused()).to.equal(button);
        await sendKeys({ press: ' ' });
        await waitUntil(() => queryControl(reader, panelTag(name), '.panel'), 'the panel again');
      });
    }

    it('moves to the page after a table of contents entry is chosen', async () => {
      const reader = await openWithFeatures({ book: numbered, mode });
      const button = await buttonOf(reader, 'contents');
      button.click();
      const contents = await waitUntil(
        () => queryControl(reader, 'svc-contents', '.panel'),
        'contents',
      );
      contents.querySelectorAll<HTMLElement>('button.entry')[1]?.click();
      await waitUntil(() => reader.locator?.locations.section === 1, 'the chapter');
      await onPage(reader);
      await moves(reader, 'ArrowRight');
    });

    it('moves to the page after a landmark is chosen', async () => {
      const reader = await openWithFeatures({ book: english, mode });
      reader.focus();
      const contents = await openPanelWithKey(reader, 't', 'svc-contents');
      contents.querySelector<HTMLElement>('[data-tab=pages]')?.click();
      const pages = await waitUntil(
        () => queryControl(reader, 'svc-page-list', '.panel'),
        'the pages',
      );
      const marks = pages.querySelectorAll<HTMLElement>('.landmarks button');
      [...marks].at(-1)?.click();
      await noPanel(reader);
      await onPage(reader);
    });

    it('stays on the page turn button, where the page keys still work', async () => {
      const reader = await openWithFeatures({ book: numbered, mode });
      const on = await turnButton(reader, 'next');
      on.focus();
      const start = placeOf(reader);
      await moves(reader, 'ArrowRight');
      await moves(reader, 'PageDown');
      await moves(reader, 'ArrowDown');
      await moves(reader, 'ArrowUp');
      await moves(reader, 'Home');
      expect(placeOf(reader)).to.equal(start);
      await moves(reader, ' ');
      expect(focused()).to.equal(on);
    });

    it('moves to the page when the focused button becomes disabled', async () => {
      const reader = await openWithFeatures({ book: numbered, mode });
      const on = await turnButton(reader, 'next');
      on.focus();
      if (mode === 'pages') reader.goTo(1);
      await waitUntil(() => {
        if (mode === 'scroll') stageOf(reader).scrollTop = 1e6;
        return queryControl(reader, 'svc-progress', '.turn.next:disabled');
      }, 'the end');
      await onPage(reader);
    });

    it('moves to the page after a result is chosen and when the search ends', async () => {
      const reader = await openWithFeatures({ book: english, mode });
      await reader.search('ishmael');
      const hit = await waitUntil(() => queryControl(reader, 'svc-search', '.item'), 'a hit');
      hit.focus();
      hit.click();
      await waitUntil(() => queryControl(reader, 'svc-hits', '.position'), 'the line');
      await onPage(reader);
      const end = queryControl(reader, 'svc-hits', 'button:last-of-type');
      end?.focus();
      end?.click();
      await waitUntil(() => !queryControl(reader, 'svc-hits', '.position'), 'the end of it');
      await onPage(reader);
    });
  });
}

describe('the keys of the pages', () => {
  it('do not affect the slider and text fields', async () => {
    const reader = await openWithFeatures({ book: numbered });
    const slider = await waitUntil(
      () => queryControl(reader, 'svc-progress', 'input'),
      'the slider',
    );
    let turns = 0;
    reader.addEventListener('svc-page-change', () => (turns += 1));
    slider.focus();
    const asked = nextEvent(reader, 'svc-seek-request');
    await sendKeys({ press: 'ArrowRight' });
    await asked;
    await nextFrame();
    turns = 0;
    await reader.search();
    const field = await waitUntil(() => queryControl(reader, 'svc-search', 'input'), 'the field');
    await waitUntil(() => focused() === field, 'the focus');
    for (const key of ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'PageDown']) {
      await sendKeys({ press: key });
    }
    expect(turns).to.equal(0);
  });

  it('turn no pages behind a panel or from slotted content', async () => {
    const content = html`<button slot="footer" id="own">Own</button>`;
    const reader = await open({ book: numbered, content });
    const before = placeOf(reader);
    (await buttonOf(reader, 'settings')).click();
    const button = await waitUntil(
      () => queryControl(reader, 'svc-settings', '[aria-label="Larger text"]'),
      'the appearance',
    );
    const keys = ['ArrowRight', 'ArrowLeft', 'PageDown', 'End'];
    const heard: boolean[] = [];
    for (const one of [button, reader.querySelector<HTMLElement>('#own')]) {
      for (const key of keys) {
        const init = { key, bubbles: true, composed: true, cancelable: true };
        heard.push(one?.dispatchEvent(new KeyboardEvent('keydown', init)) ?? false);
      }
    }
    expect(heard).to.deep.equal(heard.map(() => true));
    expect(placeOf(reader)).to.equal(before);
  });
});

describe('the focus after an annotation is chosen', () => {
  it('moves to the page', async () => {
    const reader = await openWithFeatures({ book: numbered });
    reader.focus();
    const changed = nextEvent(reader, 'svc-mark-change');
    await sendKeys({ press: 'b' });
    await changed;
    await moves(reader, 'ArrowRight');
    const contents = await openPanelWithKey(reader, 't', 'svc-contents');
    contents.querySelector<HTMLElement>('[data-tab=marks]')?.click();
    const mark = await waitUntil(
      () => queryControl(reader, 'svc-annotations', 'li button'),
      'the mark',
    );
    mark.focus();
    mark.click();
    await noPanel(reader);
    await onPage(reader);
    expect(reader.locator?.locations.offset).to.equal(0);
  });
});
