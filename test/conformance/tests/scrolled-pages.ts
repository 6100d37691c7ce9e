import type { ReaderScreen } from '../reader-screen.ts';

/** Scroll extent of the book, px, or null in paginated mode. */
export function scrollExtent(
  screen: ReaderScreen,
): Promise<{ length: number; room: number } | null> {
  return screen.page.evaluate(() => {
    const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
    const stage = pages?.shadowRoot?.querySelector('.stage.roll');
    return stage ? { length: stage.scrollHeight, room: stage.clientHeight } : null;
  });
}

/** The fixed-layout pages mounted in the scroll container, from top to bottom, in px. */
export function scrolledPages(
  screen: ReaderScreen,
): Promise<{ top: number; width: number; height: number }[]> {
  return screen.page.evaluate(() => {
    const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
    const mounted = [...(pages?.rendition?.views.mounted ?? [])].sort(
      ([one], [other]) => one - other,
    );
    return mounted.flatMap(([, { host }]) => {
      const box = host.shadowRoot?.querySelector('.scroller')?.getBoundingClientRect();
      return box && box.height > 0 ? [{ top: box.top, width: box.width, height: box.height }] : [];
    });
  });
}

/** Horizontal center of the first words of a section, px from the left of the window. */
export function middleOfText(screen: ReaderScreen, section: number): Promise<number> {
  return screen.ask(section, (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let node = walker.nextNode();
    while (node && !node.textContent?.trim()) node = walker.nextNode();
    const range = document.createRange();
    range.selectNodeContents(node ?? root);
    const box = range.getClientRects()[0];
    return box ? (box.left + box.right) / 2 : 0;
  });
}

/** Swipes with one finger from right to left. */
export async function swipe(screen: ReaderScreen): Promise<void> {
  const before = await screen.section();
  await screen.page.locator('svc-reader').getByRole('button').first().waitFor();
  await screen.page.evaluate(() => {
    const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
    const stage = pages?.shadowRoot?.querySelector('.stage');
    const { left = 0, top = 0, width = 0, height = 0 } = stage?.getBoundingClientRect() ?? {};
    const steps = [0.8, 0.7, 0.5, 0.3, 0.2];
    const at = (share: number) => ({
      clientX: left + width * share,
      clientY: top + height / 2,
      pointerId: 7,
      pointerType: 'touch',
      isPrimary: true,
      bubbles: true,
      composed: true,
    });
    stage?.dispatchEvent(new PointerEvent('pointerdown', at(0.8)));
    for (const share of steps) stage?.dispatchEvent(new PointerEvent('pointermove', at(share)));
    stage?.dispatchEvent(new PointerEvent('pointerup', at(0.2)));
  });
  await screen.page
    .waitForFunction(
      (before) => {
        const reader = document.querySelector<
          HTMLElement & { locator?: { locations: { section: number } } }
        >('svc-reader');
        return reader?.locator?.locations.section !== before;
      },
      before,
      { timeout: 3000 },
    )
    .catch(() => undefined);
  await screen.settled();
}
