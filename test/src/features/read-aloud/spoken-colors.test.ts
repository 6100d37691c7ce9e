import { expect } from '@open-wc/testing';
import { SpokenHighlight } from '../../../../src/features/read-aloud/spoken-highlight.ts';
import { contrastRatio } from '../../fixtures/contrast.ts';
import { open, pageOf, waitUntil } from '../../fixtures/reader.ts';

/** Black on yellow. */
const unchanged = 'bk_narratedpair00001';
/** White on blue. A dark theme reduces the contrast. */
const replaced = 'bk_narratedpair00002';
/** Red on the theme's background. */
const redText = 'bk_narratedpair00003';

async function speak(book: string, theme: string) {
  const reader = await open({ book, theme });
  const page = pageOf(reader);
  const view = await waitUntil(() => page.rendition?.views.get(0), 'the section');
  const closing = new AbortController();
  const highlight = new SpokenHighlight(page, closing.signal);
  const { overlay = null } = view.section;
  const { start = 0, end = 0 } = overlay?.clips.find(({ id }) => id === 'p1') ?? {};
  highlight.show({ section: 0, start, end, id: 'p1', overlay });
  const token = (name: string) => getComputedStyle(page).getPropertyValue(name);
  return {
    reader,
    closing,
    /** Whether the publisher's class is applied, with the text and background colors. */
    shown(): { isPublishers: boolean; colors: [text: string, background: string] } {
      const element = view.host.shadowRoot?.querySelector('.now');
      if ('highlights' in CSS) expect(CSS.highlights.has('svc-spoken')).to.equal(!element);
      if (!element) {
        return { isPublishers: false, colors: [token('--svc-color'), token('--svc-selection')] };
      }
      for (const fade of element.getAnimations()) fade.finish();
      const { color, backgroundColor } = getComputedStyle(element);
      return { isPublishers: true, colors: [color, backgroundColor] };
    },
  };
}

describe('the publisher’s style for spoken text', () => {
  for (const [book, theme, isPublishers] of [
    [unchanged, 'light', true],
    [unchanged, 'sepia', true],
    [unchanged, 'dark', true],
    // The high-contrast theme ignores both colors.
    [unchanged, 'contrast', false],
    [replaced, 'light', true],
    [replaced, 'dark', false],
    [replaced, 'contrast', false],
  ] as const) {
    it(`is legible in ${theme}, ${isPublishers ? 'unchanged' : 'replaced by the reader’s'}: ${book}`, async () => {
      const { shown, closing } = await speak(book, theme);
      const { isPublishers: isTheirs, colors } = shown();
      expect(isTheirs).to.equal(isPublishers);
      expect(contrastRatio(...colors)).to.be.at.least(4.5);
      closing.abort();
    });
  }

  it('is checked against a background defined by a color function', async () => {
    const { reader, shown, closing } = await speak(redText, 'light');
    reader.style.setProperty('--svc-background', 'light-dark(#fff, #26282c)');
    reader.theme = 'dark';
    await reader.updateComplete;
    expect(shown().isPublishers).to.equal(false);
    closing.abort();
  });

  it('is checked again when the theme changes', async () => {
    const { reader, shown, closing } = await speak(replaced, 'light');
    expect(shown().isPublishers).to.equal(true);
    reader.theme = 'dark';
    await reader.updateComplete;
    expect(shown().isPublishers).to.equal(false);
    reader.theme = 'light';
    await reader.updateComplete;
    expect(shown().isPublishers).to.equal(true);
    closing.abort();
  });
});
