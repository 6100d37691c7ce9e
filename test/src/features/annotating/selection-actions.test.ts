import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { MarkRequestEvent } from '../../../../src/events/request-events.ts';
import { drawQuote, pictureStyleOf } from '../../../../src/features/annotating/quote-picture.ts';
import { wrapText } from '../../../../src/features/annotating/wrap-text.ts';
import { rangeOf } from '../../../../src/rendition/section/text-range.ts';
import type { SvcReader } from '../../../../src/svc-reader.ts';
import type { ReaderSelection } from '../../../../src/ui/selection-actions.ts';
import { openWithFeatures } from '../../fixtures/controls.ts';
import { nextEvent, pageOf, waitUntil } from '../../fixtures/reader.ts';

const menuOf = (reader: SvcReader) =>
  reader.shadowRoot
    ?.querySelector('svc-annotation-layer')
    ?.shadowRoot?.querySelector('svc-annotation-menu')?.shadowRoot;
const labelsOf = (reader: SvcReader) =>
  [...(menuOf(reader)?.querySelectorAll('button') ?? [])].map(
    (button) => button.ariaLabel ?? button.textContent?.trim(),
  );
const colors = ['Yellow', 'Green', 'Blue', 'Pink', 'Purple'];

/** Selects a range of the current section by text offsets, and returns its text. */
function select(reader: SvcReader, start: number, end: number): string {
  const view = pageOf(reader).rendition?.current;
  const range = view && rangeOf(view.text, start, end);
  if (!range) throw new Error('No text at these offsets.');
  const { startContainer, startOffset, endContainer, endOffset } = range;
  document.getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
  return view.text.slice(start, end - start);
}

const clear = () => document.getSelection()?.removeAllRanges();

describe('selected text', () => {
  const warn = console.warn;
  let warnings: string[] = [];
  beforeEach(() => {
    warnings = [];
    console.warn = (message: string) => warnings.push(message);
  });
  afterEach(() => {
    console.warn = warn;
    clear();
  });

  it('is reported with its place, language and boxes, and the page can replace the menu', async () => {
    const reader = await openWithFeatures({ start: '1' });
    const cancel = (event: Event) => event.preventDefault();
    reader.addEventListener('svc-selection', cancel);
    const selected = nextEvent(reader, 'svc-selection');
    const text = select(reader, 12, 48);
    const event = await selected;
    expect(event.text).to.equal(text.trim());
    expect(event.locator?.locations).to.include({ section: 1, offset: 12 });
    expect(event.language).to.equal('en');
    const room = reader.getBoundingClientRect();
    expect(event.rects.length).to.be.greaterThan(0);
    for (const { left, right } of event.rects) {
      expect(left).to.be.at.least(room.left);
      expect(right).to.be.at.most(room.right);
    }
    expect(menuOf(reader)).to.equal(undefined);

    const cleared = nextEvent(reader, 'svc-selection');
    clear();
    expect(await cleared).to.include({ text: '', locator: null });
    reader.removeEventListener('svc-selection', cancel);
    select(reader, 12, 48);
    await waitUntil(() => menuOf(reader), 'the menu');
  });

  it('has the actions of the page in the menu, which the Tab key and the arrow keys reach', async () => {
    const reader = await openWithFeatures({ start: '1' });
    const received: ReaderSelection[] = [];
    const run = (selection: ReaderSelection) => void received.push(selection);
    reader.selectionActions = [
      { id: 'look-up', label: 'Look up', run },
      'copy',
      { id: 'translate', label: 'Translate', icon: 'M4 5h12M10 3v2', run },
      // @ts-expect-error -- pages without types.
      'print',
      // @ts-expect-error -- pages without types.
      { id: 'broken', label: 5, run },
      { id: 'look-up', label: 'Again', run },
    ];
    reader.focus();
    const text = select(reader, 12, 32);
    await waitUntil(() => menuOf(reader)?.querySelector('button'), 'the menu');
    expect(labelsOf(reader)).to.deep.equal([
      ...colors,
      'Add note',
      'Copy with citation',
      'Look up',
      'Translate',
    ]);
    expect(warnings.map((one) => one.replace(/.*selectionActions/, ''))).to.deep.equal([
      '[3] must be "copy", "find", "share", "picture" or an object, got "print".',
      '[4] must have a "label".',
      '[5] has the same "id" as another action: "look-up".',
    ]);
    // While the menu fades in, its text has less contrast.
    const fading = menuOf(reader)?.host.getAnimations() ?? [];
    await Promise.all(fading.map(({ finished }) => finished));
    await expect(reader).to.be.accessible();

    await sendKeys({ press: 'Tab' });
    await waitUntil(() => menuOf(reader)?.querySelector('button:focus'), 'the focus');
    await sendKeys({ press: 'ArrowLeft' });
    await sendKeys({ press: 'ArrowLeft' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => received.length > 0, 'the action');
    expect(received[0]?.text).to.equal(text.trim());
    expect(received[0]?.locator.locations.offset).to.equal(12);
    expect(menuOf(reader)).to.equal(undefined);
  });

  it('has a menu without colors in a reader without controls, until the page annotates', async () => {
    const reader = await openWithFeatures({ start: '1', controls: 'none' });
    reader.selectionActions = ['copy'];
    select(reader, 12, 32);
    await waitUntil(() => menuOf(reader)?.querySelector('button'), 'the menu');
    expect(labelsOf(reader)).to.deep.equal(['Copy with citation']);
    const added = nextEvent(reader, 'svc-mark-change');
    reader.dispatchEvent(new MarkRequestEvent({ type: 'highlight' }));
    expect((await added).change).to.equal('added');
    expect(reader.shadowRoot?.querySelectorAll('svc-annotation-layer').length).to.equal(1);
  });

  it('is shared, or copied if the device cannot share it', async () => {
    const shared: ShareData[] = [];
    let failure: Error | null = null;
    const share = async (data: ShareData) => {
      if (failure) throw failure;
      shared.push(data);
    };
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    try {
      const reader = await openWithFeatures({ start: '1' });
      const text = select(reader, 12, 32).trim();
      await waitUntil(() => menuOf(reader)?.querySelector('button'), 'the menu');
      menuOf(reader)?.querySelector<HTMLElement>('[aria-label=Share]')?.click();
      await waitUntil(() => shared.length > 0, 'the share sheet');
      expect(shared[0]?.text).to.match(new RegExp(`^“${text}”\n`));
      expect(shared[0]?.url).to.equal(location.href);
      failure = new DOMException('', 'NotAllowedError');
      const status = () =>
        reader.shadowRoot
          ?.querySelector('svc-annotation-layer')
          ?.shadowRoot?.querySelector('.line');
      reader.dispatchEvent(new MarkRequestEvent({ type: 'share' }));
      await waitUntil(status, 'the result of the copy');
    } finally {
      Reflect.deleteProperty(navigator, 'share');
    }
  });
});

describe('a quote as picture', () => {
  const style = {
    background: 'rgb(1, 2, 3)',
    color: 'rgb(250, 250, 250)',
    muted: 'gray',
    accent: 'red',
    font: 'serif',
    uiFont: 'sans-serif',
  };

  it('is square for a short quote, at most 1920 px high for a long one, and in the colors of the theme', async () => {
    const quote = {
      title: 'Moby-Dick',
      authors: 'Herman Melville',
      language: 'en',
      direction: 'ltr' as const,
    };
    for (const [repeat, isSquare] of [
      [1, true],
      [60, false],
      [400, false],
    ] as const) {
      const text = 'Call me Ishmael. Some years ago, never mind how long. '.repeat(repeat);
      const picture = await createImageBitmap(await drawQuote({ ...quote, text }, style));
      expect(picture.width).to.equal(1080);
      if (isSquare) expect(picture.height).to.equal(1080);
      else expect(picture.height).to.be.within(1081, 1920);
      const context = document.createElement('canvas').getContext('2d');
      context?.drawImage(picture, 0, 0);
      expect([...(context?.getImageData(2, 2, 1, 1).data ?? [])]).to.deep.equal([1, 2, 3, 255]);
    }
  });

  it('has opaque colors in every theme', async () => {
    for (const [theme, lightness] of [
      ['light', 255],
      ['dark', 30],
    ] as const) {
      const reader = await openWithFeatures({ start: '1', theme });
      const context = document.createElement('canvas').getContext('2d');
      const frame = pageOf(reader).parentElement;
      if (!context || !frame) throw new Error('No canvas.');
      context.fillStyle = pictureStyleOf(frame).background;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, , , alpha] = context.getImageData(0, 0, 1, 1).data;
      expect(alpha).to.equal(255);
      expect(red).to.be.closeTo(lightness, 15);
    }
  });

  it('keeps every character in order in lines that fit, in all scripts', () => {
    const samples: [string, string][] = [
      ['en', 'Call me Ishmael (some years ago): “never mind — how long”… incomprehensibilities'],
      ['de', 'Donaudampfschifffahrtsgesellschaftskapitän, »wohl«'],
      ['ar', 'كان يا ما كان، في قديم الزمان'],
      ['ja', '吾輩は猫である。名前はまだ無い。「どこで生れたか」とんと見当がつかぬ。'],
      ['zh', '道可道，非常道。名可名，非常名。'],
      ['th', 'กาลครั้งหนึ่งนานมาแล้ว มีพระราชา'],
      ['ko', '옛날 옛적에 “호랑이” 담배 피우던 시절'],
      ['x-not a tag', 'one\n\ntwo   three'],
      ['en', 'a👨‍👩‍👧‍👦b'.repeat(9)],
    ];
    const widthOf = (text: string) => [...new Intl.Segmenter().segment(text)].length;
    for (const [language, text] of samples)
      for (let width = 1; width <= 30; width++) {
        const lines = wrapText(text, width, widthOf, language);
        expect(lines.join('').replaceAll(/\s/g, '')).to.equal(text.replaceAll(/\s/g, ''));
        for (const line of lines) expect(widthOf(line), line).to.be.at.most(width);
        // Closing punctuation does not begin a line, unless nothing else fits.
        if (width > 22) for (const line of lines) expect(line).not.to.match(/^[。，」”…,.)]/);
      }
  });
});
