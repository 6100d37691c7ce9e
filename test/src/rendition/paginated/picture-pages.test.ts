import { expect } from '@open-wc/testing';
import { SettingsRequestEvent, type SvcReader } from '../../../../src/index.ts';
import { webtoon } from '../../fixtures/rich-books.ts';
import { nextEvent, nextFrame, numbered, open, pageOf, waitUntil } from '../../fixtures/reader.ts';

const shown = (reader: SvcReader) => {
  const { section, page } = pageOf(reader).rendition?.current ?? {};
  return `${section?.index}:${page}`;
};

/** Opens the last of three pictures in the second section, which has no text. */
async function openAtPicture(): Promise<SvcReader> {
  const reader = await open({ book: webtoon, start: '1' });
  await waitUntil(() => pageOf(reader).rendition?.current.pages === 3, 'three pages');
  reader.next();
  reader.next();
  expect(shown(reader)).to.equal('1:2');
  return reader;
}

describe('a page that contains only a picture is kept', () => {
  it('when the book is opened again', async () => {
    const reader = await openAtPicture();
    for (const book of [numbered, webtoon]) {
      const opened = nextEvent(reader, 'svc-open');
      reader.book = book;
      await opened;
    }
    expect(shown(reader)).to.equal('1:2');
  });

  it('in its locator', async () => {
    const reader = await openAtPicture();
    const { locator } = reader;
    reader.goTo(0);
    await waitUntil(() => shown(reader) === '0:0', 'the first page');
    if (locator) reader.goTo(locator);
    await waitUntil(() => shown(reader).startsWith('1:'), 'the section');
    expect(shown(reader)).to.equal('1:2');
  });

  it('when the size and the mode change', async () => {
    const reader = await openAtPicture();
    reader.style.inlineSize = '300px';
    await nextFrame();
    await nextFrame();
    expect(shown(reader)).to.equal('1:2');
    for (const mode of ['scroll', 'pages'] as const) {
      reader.dispatchEvent(new SettingsRequestEvent({ mode }));
      await waitUntil(() => pageOf(reader).rendition?.mode === mode, mode);
      await nextFrame();
    }
    expect(shown(reader)).to.equal('1:2');
  });
});

it('progress counts the pages of a section without text', async () => {
  const reader = await openAtPicture();
  const fraction = reader.locator?.locations.totalProgression ?? 0;
  expect(reader.locator?.locations.progression).to.be.closeTo(2 / 3, 0.001);
  reader.previous();
  expect(reader.locator?.locations.totalProgression).to.be.below(fraction);
  reader.goTo(fraction);
  expect(shown(reader)).to.equal('1:2');
});
