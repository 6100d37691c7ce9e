import assert from 'node:assert/strict';
import type { TestCase, Checks } from '../check.ts';
import type { ReaderScreen } from '../reader-screen.ts';

/** The navigation document, and the reader's table of contents built from it. */
export const navigation: Checks = {
  'nav-access': async (test) => {
    const screen = await test.open();
    assert.equal((await contentsOf(screen)).length, 1);
  },
  'nav-activation': async (test) => {
    const screen = await test.open();
    await contentsOf(screen);
    const { toc } = test.publication();
    const last = toc.at(-1);
    assert.ok(last?.section, 'No entry of the table of contents links into the book.');
    await screen.page.locator('svc-reader').locator('svc-contents .entry').last().click();
    await screen.page.waitForFunction((wanted) => {
      const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
      return pages?.rendition?.current.section.index === wanted;
    }, last.section);
  },
  'nav-non-text_img': async (test) => {
    const labels = await contentsOf(await test.open());
    assert.equal(labels.length, 2);
    assert.ok(!labels.includes(''), 'An entry of the table of contents has no label.');
  },
  'nav-non-text_img_title': async (test) => {
    const screen = await test.open();
    assert.deepEqual(await contentsOf(screen), [
      'Start page',
      'Description of the Abbey of Sénanque',
    ]);
  },
  'nav-spine_in-spine': async (test) => {
    const screen = await test.open();
    assert.ok((await screen.text(0)).length > 0, 'The navigation document is empty in the spine.');
    assert.equal((await contentsOf(screen)).length, 2);
  },
  'nav-spine_in-spine-no-list-style': async (test) => {
    const screen = await test.open();
    await contentsOf(screen);
    const styles = await screen.page
      .locator('svc-reader svc-contents')
      .locator('ol, ul, li')
      .evaluateAll((items) => items.map((item) => getComputedStyle(item).listStyleType));
    assert.deepEqual([...new Set(styles)], ['none'], 'The table of contents is numbered.');
  },
  'nav-spine_not-in-spine': async (test) => {
    const { readingOrder } = test.publication();
    assert.ok(!readingOrder.some(({ href }) => /(?:^|\/)nav\./.test(href)), 'It is in the spine.');
    assert.ok((await contentsOf(await test.open())).length > 0, 'There is no table of contents.');
  },
  'nav-spine_in-spine-hidden-toc-css': hidesInSpineOnly,
  'nav-spine_in-spine-hidden-toc-html': hidesInSpineOnly,
};

async function hidesInSpineOnly(test: TestCase): Promise<void> {
  const { toc } = test.publication();
  const screen = await test.open();
  const text = await screen.text(0);
  const labels = await contentsOf(screen);
  assert.equal(
    labels.length,
    2,
    'Content hidden in the spine is missing in the table of contents.',
  );
  const shown = toc.filter(({ title }) => text.includes(title));
  assert.equal(shown.length, 1, 'Content that the document hides is visible in the spine.');
}

/** Opens the table of contents. Returns the labels of its entries. */
async function contentsOf(screen: ReaderScreen): Promise<string[]> {
  const reader = screen.page.locator('svc-reader');
  await reader.getByRole('button', { name: 'Contents' }).click();
  const entries = reader.locator('svc-contents .entry');
  await entries.first().waitFor();
  const labels = await entries.allInnerTexts();
  // Each label is followed by its position in the book.
  return labels.map((label) => label.trim().split('\n')[0] ?? '');
}
