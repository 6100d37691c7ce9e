import type { Page } from 'playwright/test';

/** The visible text of the reader's current page, in reading order. */
export function visibleText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const pages = document
      .querySelector('svc-reader')
      ?.shadowRoot?.querySelector('svc-page')?.shadowRoot;
    if (!pages) return '';
    // Every mounted section has its own shadow root. Neighboring sections are mounted but hidden.
    const shown = [...pages.querySelectorAll('*')].find(
      (leaf) => leaf.shadowRoot && leaf.checkVisibility({ visibilityProperty: true }),
    )?.shadowRoot;
    if (!shown) return '';
    const box = pages.host.getBoundingClientRect();
    const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const seen: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (
        !parent ||
        parent.closest('style') ||
        !parent.checkVisibility({ visibilityProperty: true })
      )
        continue;
      for (const word of (node.textContent ?? '').matchAll(/\S+/g)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const { left, right, top, bottom, width } = range.getBoundingClientRect();
        const inside =
          width > 0 &&
          left >= box.left - 1 &&
          right <= box.right + 1 &&
          top >= box.top - 1 &&
          bottom <= box.bottom + 1;
        if (inside) seen.push(word[0]);
      }
    }
    return seen.join(' ');
  });
}
