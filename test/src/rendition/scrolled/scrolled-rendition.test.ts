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
import { sized, webtoon } from '../../fixtures/rich-books.ts';
import { topOfWord, visibleWords, isPassageVisible } from '../../fixtures/visible-words.ts';

const offset = (reader: SvcReader) => reader.locator?.locations.offset ?? -1;
const section = (reader: SvcReader) => reader.locator?.locations.section ?? -1;
const quote = (reader: SvcReader) => reader.locator?.text.highlight ?? '';
const mounted = (reader: SvcReader) => stageOf(reader).querySelectorAll('.leaf').length;
const scroll = (options: Parameters<typeof open>[0] = {}) => open({ ...options, mode: 'scroll' });
const set = (reader: SvcReader, settings: ConstructorParameters<typeof SettingsRequestEvent>[0]) =>
  reader.dispatchEvent(new SettingsRequestEvent(settings));

/** Waits until scrolling and loading have finished. */
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

describe('a scrolled book', () => {
  it('continues from each section to the next, up to the end', async () => {
    const reader = await scroll({ book: numbered });
    expect(visibleWords(reader)).to.match(/^Chapter 1/);
    await waitUntil(() => {
      stageOf(reader).scrollTop = 1e6;
      return section(reader) === 3 && /12\. .*spoken\.$/.test(visibleWords(reader));
    }, 'the last words');
  });

  it('keeps only sections near the viewport in the document', async () => {
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

  it('goes to the right words in the middle and stays there', async () => {
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

  it('opens at the last position', async () => {
    const reader = await scroll({ book: manySectionsBook, start: '77:500' });
    expect(section(reader)).to.equal(77);
    expect(offset(reader)).to.equal(500);
    await rest(reader);
    expect(isPassageVisible(reader, quote(reader).slice(0, 20))).to.equal(true);
  });

  it('keeps the text in place when sections above load, unload or grow', async () => {
    const reader = await scroll({ book: manySectionsBook, start: '52:700', height: 500 });
    await rest(reader);
    const stage = stageOf(reader);
    // Scroll backward past sections that load above the viewport and contain unsized images.
    for (let step = 0; step < 12; step++) {
      const [word = ''] = /\d+\/\d+ /.exec(visibleWords(reader)) ?? [];
      const before = topOfWord(reader, word);
      stage.scrollTop -= 120;
      await rest(reader);
      expect(topOfWord(reader, word), word).to.be.closeTo(before + 120, 2);
    }
  });

  it('shows placeholder lines for missing text', async () => {
    const reader = await scroll({ book: manySectionsBook });
    const slot = stageOf(reader).querySelector('.slot:empty');
    if (!slot) throw new Error('All sections are loaded.');
    expect(getComputedStyle(slot).backgroundImage).to.match(/gradient/);
    expect(slot.getBoundingClientRect().height).to.be.greaterThan(100);
  });

  it('reports screens as pages, with the visible text range', async () => {
    const reader = await scroll({ book: numbered });
    await rest(reader);
    const pageChange = nextEvent(reader, 'svc-page-change');
    reader.goTo({ section: 1, offset: 900 });
    const { page, pages, locator } = await pageChange;
    expect(locator.locations).to.include({ section: 1, offset: 900 });
    expect(page).to.be.within(1, pages);
    expect(pages).to.be.greaterThan(5);
  });

  it('turns by one screen minus one line', async () => {
    const reader = await scroll({ book: numbered });
    const last = visibleWords(reader).split(' ').slice(-3).join(' ');
    const stage = stageOf(reader);
    expect(reader.next()).to.equal(true);
    await waitUntil(() => offset(reader) > 0, 'the next screen');
    expect(stage.scrollTop).to.be.within(stage.clientHeight / 2, stage.clientHeight - 10);
    expect(isPassageVisible(reader, last)).to.equal(true);
    reader.previous();
    await waitUntil(() => stage.scrollTop === 0, 'the first screen');
    expect(reader.previous()).to.equal(false);
  });

  it('goes to the ends of the chapter and the book by key', async () => {
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

  it('turns with space and page keys and leaves arrow keys to the browser', async () => {
    const reader = await scroll({ book: numbered });
    for (const key of [' ', 'PageDown', 'ArrowRight']) {
      const before = stageOf(reader).scrollTop;
      expect(press(reader, key), key).to.equal(false);
      await waitUntil(() => stageOf(reader).scrollTop > before + 100, key);
    }
    expect(press(reader, 'ArrowDown')).to.equal(true);
    expect(press(reader, 'ArrowUp')).to.equal(true);
  });

  it('scrolls nothing outside the reader', async () => {
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

  it('applies media queries for width as in paginated mode', async () => {
    const color = (reader: SvcReader) => {
      const leaf = stageOf(reader).querySelector<HTMLElement>('.leaf');
      const paragraph = leaf?.shadowRoot?.querySelector('p');
      return paragraph && getComputedStyle(paragraph).color;
    };
    const reader = await open({ book: sized, width: 400 });
    for (const mode of ['pages', 'scroll'] as const) {
      set(reader, { mode });
      await waitUntil(() => pageOf(reader).rendition?.mode === mode, mode);
      reader.style.inlineSize = '400px';
      await waitUntil(() => color(reader) === 'rgb(1, 2, 3)', `a narrow screen, ${mode}`);
      reader.style.inlineSize = '700px';
      await waitUntil(() => color(reader) === 'rgb(4, 5, 6)', `a wide screen, ${mode}`);
    }
  });

  it('follows a link to a nonlinear section', async () => {
    const reader = await scroll({ book: english });
    reader.goTo({ section: 4, offset: 0 });
    await waitUntil(() => section(reader) === 4, 'the note');
    expect(visibleWords(reader)).to.match(/^Not on the way/);
    reader.goTo({ section: 5, offset: 0 });
    await waitUntil(() => section(reader) === 5, 'the end');
    expect(pageOf(reader).shadowRoot?.textContent).not.to.contain('Not on the way');
  });
});

describe('a scrolled book in another script', () => {
  it('scrolls down in right-to-left text', async () => {
    const reader = await scroll({ book: arabic });
    reader.goTo({ section: 1, offset: 800 });
    await waitUntil(() => section(reader) === 1, 'the section');
    await rest(reader);
    expect(isPassageVisible(reader, quote(reader).slice(0, 20))).to.equal(true);
    const before = stageOf(reader).scrollTop;
    press(reader, 'ArrowLeft');
    await waitUntil(() => stageOf(reader).scrollTop > before + 100, 'the next screen');
  });

  it('scrolls to the left in vertical text', async () => {
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
    await waitUntil(() => stage.scrollLeft < before - 100, 'the next screen');
  });

  it('scrolls horizontally with a vertical wheel', async () => {
    const reader = await scroll({ book: japanese });
    reader.focus({ preventScroll: true });
    await waitUntil(() => !stageOf(reader).matches('.passive'), 'the wheel to belong to the book');
    const wheel = new WheelEvent('wheel', { deltaY: 90, cancelable: true, bubbles: true });
    stageOf(reader).dispatchEvent(wheel);
    expect(wheel.defaultPrevented).to.equal(true);
    expect(stageOf(reader).scrollLeft).to.equal(-90);
  });
});

describe('a picture without text stays in place', () => {
  /** Distance of the second picture of episode 1 from the top of the screen. */
  const pictureTop = (reader: SvcReader) => {
    const view = pageOf(reader).rendition?.views.get(1);
    const top = view?.root.querySelectorAll('img')[1]?.getBoundingClientRect().top ?? NaN;
    return Math.round(top - stageOf(reader).getBoundingClientRect().top);
  };

  async function atPicture(): Promise<SvcReader> {
    const reader = await scroll({ book: webtoon, start: '1' });
    await rest(reader);
    stageOf(reader).scrollTop += 700 + pictureTop(reader);
    await waitUntil(() => section(reader) === 1 && reader.locator?.locations.share, 'the share');
    await rest(reader);
    expect(pictureTop(reader)).to.equal(-700);
    return reader;
  }

  it('when the book is opened again', async () => {
    const reader = await atPicture();
    for (const book of [numbered, webtoon]) {
      const opened = nextEvent(reader, 'svc-open');
      reader.book = book;
      await opened;
    }
    await rest(reader);
    expect(pictureTop(reader)).to.be.closeTo(-700, 2);
  });

  it('when the reader moves in the document, but not when the reader goes to the start', async () => {
    const reader = await atPicture();
    reader.parentElement?.append(reader);
    await rest(reader);
    expect(pictureTop(reader)).to.be.closeTo(-700, 2);
    reader.goTo({ section: 1, offset: 0 });
    await rest(reader);
    expect(pictureTop(reader)).to.be.greaterThan(0);
  });
});

describe('the passage stays visible', () => {
  for (const [name, book] of Object.entries({ numbered, arabic, japanese })) {
    it(`after a mode change and back: ${name}`, async () => {
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

    it(`after a change of font size, reader size or orientation: ${name}`, async () => {
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

  it('after the reader is hidden and shown again', async () => {
    const reader = await scroll({ book: numbered, start: '1:700' });
    await rest(reader);
    const words = quote(reader).slice(0, 12);
    const { parentElement: box } = reader;
    for (const display of ['none', 'block', 'none', 'block']) {
      if (box) box.style.display = display;
      for (let frame = 0; frame < 5; frame += 1) await nextFrame();
      expect(offset(reader), display).to.equal(700);
    }
    expect(isPassageVisible(reader, words)).to.equal(true);
  });

  it('after scrolling and then switching to pages', async () => {
    const reader = await scroll({ book: manySectionsBook, start: '30' });
    stageOf(reader).scrollTop += 2500;
    await waitUntil(() => section(reader) > 30, 'another section');
    await rest(reader);
    const words = quote(reader).slice(0, 20);
    set(reader, { mode: 'pages' });
    await waitUntil(() => pageOf(reader).rendition?.mode === 'pages', 'pages');
    expect(isPassageVisible(reader, words)).to.equal(true);
  });

  it('after a layout at the moment of scrolling', async () => {
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

it('in the mode chosen by the reader rather than by the page', async () => {
  const reader = await open({ book: numbered });
  set(reader, { mode: 'scroll' });
  await waitUntil(() => pageOf(reader).rendition?.mode === 'scroll', 'scrolled mode');
  reader.mode = 'pages';
  await reader.updateComplete;
  await nextFrame();
  expect(pageOf(reader).rendition?.mode).to.equal('scroll');
});

describe('a hundred pages forward and back', () => {
  for (const mode of ['pages', 'scroll']) {
    it(`end at the same first word: ${mode}`, async () => {
      const match = window.matchMedia;
      // Stubbed because some engines cannot emulate reduced motion.
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
