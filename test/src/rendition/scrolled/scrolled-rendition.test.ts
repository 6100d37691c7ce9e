import { expect } from '@open-wc/testing';
import { SettingsRequestEvent } from '../../../../src/events/request-events.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import {
  arabic,
  english,
  nextFrame,
  japanese,
  manySectionsBook,
  nextEvent,
  numbered,
  open,
  pageOf,
  press,
  stageOf,
  waitUntil,
} from '../../fixtures/reader.ts';
import { sized } from '../../fixtures/rich-books.ts';
import { topOfWord, visibleWords, isPassageVisible } from '../../fixtures/visible-words.ts';

const offset = (reader: SvcReader) => reader.locator?.locations.offset ?? -1;
const section = (reader: SvcReader) => reader.locator?.locations.section ?? -1;
const quote = (reader: SvcReader) => reader.locator?.text.highlight ?? '';
const mounted = (reader: SvcReader) => stageOf(reader).querySelectorAll('.leaf').length;
const scroll = (options: Parameters<typeof open>[0] = {}) => open({ ...options, mode: 'scroll' });
const set = (reader: SvcReader, settings: ConstructorParameters<typeof SettingsRequestEvent>[0]) =>
  reader.dispatchEvent(new SettingsRequestEvent(settings));

/** Nothing moves any more: neither the strip, nor what is on its way to it. */
async function rest(reader: SvcReader): Promise<void> {
  const stage = stageOf(reader);
  const state = () =>
    `${stage.scrollTop} ${stage.scrollLeft} ${stage.scrollHeight} ${stage.scrollWidth} ${mounted(reader)}`;
  let before = '';
  let same = 0;
  await waitUntil(() => {
    const now = state();
    same =
      now === before && (pageOf(reader).rendition?.views.mounting.size ?? 0) === 0 ? same + 1 : 0;
    before = now;
    return same > 15;
  }, 'rest');
}

describe('a book as one strip', () => {
  it('goes on below one section with the next, to the last words', async () => {
    const reader = await scroll({ book: numbered });
    expect(visibleWords(reader)).to.match(/^Chapter 1/);
    await waitUntil(() => {
      stageOf(reader).scrollTop = 1e6;
      return section(reader) === 3 && /12\. .*spoken\.$/.test(visibleWords(reader));
    }, 'the last words');
  });

  it('keeps only the sections around the screen in the document, wherever that is', async () => {
    const reader = await scroll({ book: manySectionsBook, height: 500 });
    const stage = stageOf(reader);
    let most = 0;
    for (let share = 0; share < 1; share += 0.07) {
      stage.scrollTop = share * (stage.scrollHeight - stage.clientHeight);
      await waitUntil(() => visibleWords(reader).length > 40, `text at ${share}`);
      most = Math.max(most, mounted(reader));
    }
    expect(most).to.be.lessThan(16);
    await waitUntil(() => {
      stage.scrollTop = stage.scrollHeight;
      return section(reader) >= 198;
    }, 'the end');
  });

  it('lands on the right words in the middle, and stays on them', async () => {
    const reader = await scroll({ book: manySectionsBook });
    reader.goTo({ section: 120, offset: 0 });
    await waitUntil(() => section(reader) === 120, 'the section');
    expect(visibleWords(reader)).to.match(/^Section 120\b/);
    await rest(reader);
    expect(visibleWords(reader)).to.match(/^Section 120\b/);
    reader.goTo({ section: 47, offset: 600 });
    await waitUntil(() => section(reader) === 47, 'the section');
    expect(offset(reader)).to.equal(600);
    await rest(reader);
    expect(isPassageVisible(reader, quote(reader).slice(0, 20))).to.equal(true);
  });

  it('opens where the person was', async () => {
    const reader = await scroll({ book: manySectionsBook, start: '77:500' });
    expect(section(reader)).to.equal(77);
    expect(offset(reader)).to.equal(500);
    await rest(reader);
    expect(isPassageVisible(reader, quote(reader).slice(0, 20))).to.equal(true);
  });

  it('moves nothing on the screen when sections above come, leave, or grow', async () => {
    const reader = await scroll({ book: manySectionsBook, start: '52:700', height: 500 });
    await rest(reader);
    const stage = stageOf(reader);
    // Backwards: what comes is above what is seen, and has pictures whose size nobody told.
    for (let step = 0; step < 12; step++) {
      const [word = ''] = /\d+\/\d+ /.exec(visibleWords(reader)) ?? [];
      const before = topOfWord(reader, word);
      stage.scrollTop -= 120;
      await rest(reader);
      expect(topOfWord(reader, word), word).to.be.closeTo(before + 120, 2);
    }
  });

  it('shows calm lines where the text is not there yet', async () => {
    const reader = await scroll({ book: manySectionsBook });
    const slot = stageOf(reader).querySelector('.slot:empty');
    if (!slot) throw new Error('Every section is there.');
    expect(getComputedStyle(slot).backgroundImage).to.match(/gradient/);
    expect(slot.getBoundingClientRect().height).to.be.greaterThan(100);
  });

  it('tells of the page by screenfuls, and of the text that is seen', async () => {
    const reader = await scroll({ book: numbered });
    await rest(reader);
    const told = nextEvent(reader, 'svc-page-change');
    reader.goTo({ section: 1, offset: 900 });
    const { page, pages, locator } = await told;
    expect(locator.locations).to.include({ section: 1, offset: 900 });
    expect(page).to.be.within(1, pages);
    expect(pages).to.be.greaterThan(5);
  });

  it('turns a screenful less a line', async () => {
    const reader = await scroll({ book: numbered });
    const last = visibleWords(reader).split(' ').slice(-3).join(' ');
    const stage = stageOf(reader);
    expect(reader.next()).to.equal(true);
    await waitUntil(() => offset(reader) > 0, 'the next screenful');
    expect(stage.scrollTop).to.be.within(stage.clientHeight / 2, stage.clientHeight - 10);
    expect(isPassageVisible(reader, last)).to.equal(true);
    reader.previous();
    await waitUntil(() => stage.scrollTop === 0, 'the first one');
    expect(reader.previous()).to.equal(false);
  });

  it('goes by its keys to the ends of the chapter and of the book', async () => {
    const reader = await scroll({ book: numbered, start: '1:900' });
    press(reader, 'End');
    expect(visibleWords(reader)).to.match(/36\. .*spoken\.$/);
    press(reader, 'Home');
    expect(visibleWords(reader)).to.match(/^Chapter 2/);
    press(reader, 'End', { ctrlKey: true });
    await waitUntil(() => section(reader) === 3, 'the last chapter');
    await rest(reader);
    expect(visibleWords(reader)).to.match(/12\. .*spoken\.$/);
    press(reader, 'Home', { ctrlKey: true });
    await waitUntil(() => section(reader) === 0, 'the first chapter');
    expect(stageOf(reader).scrollTop).to.equal(0);
  });

  it('turns with space and page keys, and leaves lines to the browser', async () => {
    const reader = await scroll({ book: numbered });
    for (const key of [' ', 'PageDown', 'ArrowRight']) {
      const before = stageOf(reader).scrollTop;
      expect(press(reader, key), key).to.equal(false);
      await waitUntil(() => stageOf(reader).scrollTop > before + 100, key);
    }
    expect(press(reader, 'ArrowDown')).to.equal(true);
    expect(press(reader, 'ArrowUp')).to.equal(true);
  });

  it('scrolls itself and nothing else', async () => {
    const tall = document.createElement('div');
    tall.style.height = '4000px';
    document.body.append(tall);
    const reader = await scroll({ book: numbered });
    reader.goTo({ section: 2, offset: 0 });
    await waitUntil(() => section(reader) === 2, 'the section');
    reader.next();
    await rest(reader);
    expect(document.scrollingElement?.scrollTop).to.equal(0);
    tall.remove();
  });

  it('has the styles of a narrow or a wide screen, as pages have them', async () => {
    const colour = (reader: SvcReader) => {
      const leaf = stageOf(reader).querySelector<HTMLElement>('.leaf');
      const paragraph = leaf?.shadowRoot?.querySelector('p');
      return paragraph && getComputedStyle(paragraph).color;
    };
    const reader = await open({ book: sized, width: 400 });
    for (const mode of ['pages', 'scroll'] as const) {
      set(reader, { mode });
      await waitUntil(() => pageOf(reader).rendition?.mode === mode, mode);
      reader.style.inlineSize = '400px';
      await waitUntil(() => colour(reader) === 'rgb(1, 2, 3)', `a narrow screen, ${mode}`);
      reader.style.inlineSize = '700px';
      await waitUntil(() => colour(reader) === 'rgb(4, 5, 6)', `a wide screen, ${mode}`);
    }
  });

  it('follows a link, also to what stands outside the main flow', async () => {
    const reader = await scroll({ book: english });
    reader.goTo({ section: 4, offset: 0 });
    await waitUntil(() => section(reader) === 4, 'the note');
    expect(visibleWords(reader)).to.match(/^Not on the way/);
    reader.goTo({ section: 5, offset: 0 });
    await waitUntil(() => section(reader) === 5, 'the end');
    expect(pageOf(reader).shadowRoot?.textContent).not.to.contain('Not on the way');
  });
});

describe('a strip of another script', () => {
  it('runs down where lines run to the left', async () => {
    const reader = await scroll({ book: arabic });
    reader.goTo({ section: 1, offset: 800 });
    await waitUntil(() => section(reader) === 1, 'the section');
    await rest(reader);
    expect(isPassageVisible(reader, quote(reader).slice(0, 20))).to.equal(true);
    const before = stageOf(reader).scrollTop;
    press(reader, 'ArrowLeft');
    await waitUntil(() => stageOf(reader).scrollTop > before + 100, 'the next screenful');
  });

  it('runs to the left where lines run down', async () => {
    const reader = await scroll({ book: japanese });
    const stage = stageOf(reader);
    expect(stage.scrollWidth).to.be.greaterThan(stage.clientWidth * 3);
    expect(stage.scrollHeight).to.be.at.most(stage.clientHeight);
    reader.goTo({ section: 1, offset: 900 });
    await waitUntil(() => section(reader) === 1, 'the section');
    await rest(reader);
    expect(isPassageVisible(reader, quote(reader).slice(0, 12))).to.equal(true);
    expect(press(reader, 'ArrowLeft'), 'left').to.equal(true);
    const before = stage.scrollLeft;
    expect(press(reader, 'ArrowDown'), 'down').to.equal(false);
    await waitUntil(() => stage.scrollLeft < before - 100, 'the next screenful');
  });

  it('is moved sideways by a wheel that turns up and down', async () => {
    const reader = await scroll({ book: japanese });
    const wheel = new WheelEvent('wheel', { deltaY: 90, cancelable: true, bubbles: true });
    stageOf(reader).dispatchEvent(wheel);
    expect(wheel.defaultPrevented).to.equal(true);
    expect(stageOf(reader).scrollLeft).to.equal(-90);
  });
});

describe('the same passage stays in view', () => {
  for (const [name, book] of Object.entries({ numbered, arabic, japanese })) {
    it(`when the mode is another, and back: ${name}`, async () => {
      const reader = await open({ book, start: '1:700' });
      const words = quote(reader).slice(0, 12);
      for (const mode of ['scroll', 'pages', 'scroll', 'pages'] as const) {
        set(reader, { mode });
        await waitUntil(() => pageOf(reader).rendition?.mode === mode, mode);
        await nextFrame();
        expect(isPassageVisible(reader, words), mode).to.equal(true);
        expect(offset(reader), mode).to.equal(700);
      }
    });

    it(`when the type, the size or the way the device is held is another: ${name}`, async () => {
      const reader = await scroll({ book, start: '1:700' });
      const words = quote(reader).slice(0, 12);
      const changes = [
        () => set(reader, { fontScale: 1.6 }),
        () => Object.assign(reader.style, { inlineSize: '640px', blockSize: '400px' }),
        () => set(reader, { theme: 'dark' }),
        () => set(reader, { fontScale: 0.8 }),
        () => Object.assign(reader.style, { inlineSize: '400px', blockSize: '640px' }),
      ];
      for (const [at, change] of changes.entries()) {
        change();
        await nextFrame();
        await rest(reader);
        expect(isPassageVisible(reader, words), String(at)).to.equal(true);
        expect(offset(reader), String(at)).to.equal(700);
      }
    });
  }

  it('when the person scrolled there, and turns to pages', async () => {
    const reader = await scroll({ book: manySectionsBook, start: '30' });
    stageOf(reader).scrollTop += 2500;
    await waitUntil(() => section(reader) > 30, 'another section');
    await rest(reader);
    const words = quote(reader).slice(0, 20);
    set(reader, { mode: 'pages' });
    await waitUntil(() => pageOf(reader).rendition?.mode === 'pages', 'pages');
    expect(isPassageVisible(reader, words)).to.equal(true);
  });

  it('when something is laid out anew in the very moment in which the person scrolls', async () => {
    const reader = await scroll({ book: manySectionsBook, start: '30' });
    await rest(reader);
    stageOf(reader).scrollTop += 2500;
    const words = visibleWords(reader).slice(0, 40);
    pageOf(reader).rendition?.relayout();
    expect(isPassageVisible(reader, words)).to.equal(true);
    await waitUntil(() => section(reader) > 30, 'another section');
    await rest(reader);
    expect(isPassageVisible(reader, words)).to.equal(true);
  });
});

it('the mode that a person chose goes before the one of the page', async () => {
  const reader = await open({ book: numbered });
  set(reader, { mode: 'scroll' });
  await waitUntil(() => pageOf(reader).rendition?.mode === 'scroll', 'the strip');
  reader.mode = 'pages';
  await reader.updateComplete;
  await nextFrame();
  expect(pageOf(reader).rendition?.mode).to.equal('scroll');
});

describe('a hundred pages on and a hundred back', () => {
  for (const mode of ['pages', 'scroll']) {
    it(`end on the same first word: ${mode}`, async () => {
      const match = window.matchMedia;
      // Asked of the window: not every engine can be told from outside.
      window.matchMedia = (query) =>
        match.call(window, query.includes('reduced-motion') ? 'all' : query);
      const reader = await open({ book: numbered, mode, width: 300, height: 300 });
      const words = visibleWords(reader).slice(0, 30);
      for (const step of [1, -1] as const) {
        for (let count = 0; count < 100; count++) {
          const before = JSON.stringify(reader.locator);
          if (step > 0) reader.next();
          else reader.previous();
          await waitUntil(() => JSON.stringify(reader.locator) !== before, 'the page');
        }
        if (step > 0) expect(section(reader)).to.be.greaterThan(0);
      }
      expect(visibleWords(reader).slice(0, 30)).to.equal(words);
      window.matchMedia = match;
    });
  }
});
