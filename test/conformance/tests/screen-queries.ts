import assert from 'node:assert/strict';
import type { Color, ReaderScreen } from '../reader-screen.ts';

/** Computed values of a property, one for each element of a section that matches the selector. */
export async function computedValues(
  screen: ReaderScreen,
  section: number,
  selector: string,
  property: string,
): Promise<string[]> {
  const root = await screen.root(section);
  return root.evaluate(
    (element, [selector, property]) =>
      [...element.querySelectorAll(selector)].map((one) =>
        getComputedStyle(one).getPropertyValue(property),
      ),
    [selector, property] as const,
  );
}

/** The engine's serialization of a computed value that can be written in several ways. */
export function serializedValues(
  screen: ReaderScreen,
  property: string,
  values: string[],
): Promise<string[]> {
  return screen.page.evaluate(
    ([property, values]) =>
      values.map((value) => {
        const probe = document.createElement('span');
        probe.style.setProperty(property, value);
        document.body.append(probe);
        const spelling = getComputedStyle(probe).getPropertyValue(property);
        probe.remove();
        return spelling;
      }),
    [property, values] as const,
  );
}

/** Position in the window of a fixed-layout page or a screen of reflowable text, in px. */
export interface PageBox {
  section: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The pages on screen, from left to right. */
export function pagesOnScreen(screen: ReaderScreen): Promise<PageBox[]> {
  return screen.page.evaluate(() => {
    const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
    return [...(pages?.rendition?.views.mounted ?? [])]
      .flatMap(([section, { host }]) => {
        if (!host.checkVisibility({ visibilityProperty: true })) return [];
        const sheet = host.shadowRoot?.querySelector('.sheet')?.getBoundingClientRect();
        if (!sheet || sheet.right <= 0 || sheet.left >= innerWidth) return [];
        const { left, top, width, height } = sheet;
        return [{ section, left, top, width, height }];
      })
      .sort((one, other) => one.left - other.left);
  });
}

/** Number of pages of a section. */
export function pagesOf(screen: ReaderScreen, section: number): Promise<number> {
  return screen.page.evaluate((index) => {
    const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
    return pages?.rendition?.views.get(index)?.pages ?? 0;
  }, section);
}

/** Fails unless the share of an element's pixels with a kind of color is in the range. */
export async function assertColors(
  screen: ReaderScreen,
  section: number,
  selector: string,
  expected: { is: (colour: Color) => boolean; atLeast?: number; atMost?: number; what: string },
): Promise<void> {
  const colours = await screen.colours(section, selector);
  const share = colours
    .filter(({ colour }) => expected.is(colour))
    .reduce((sum, one) => sum + one.share, 0);
  const { atLeast = 0, atMost = 1, what } = expected;
  assert.ok(
    share >= atLeast && share <= atMost,
    `${(share * 100).toFixed(1)} % of ${selector} is ${what}; expected ${atLeast * 100} to ${atMost * 100} %.`,
  );
}

export const isGreen = ([red, green, blue]: Color) => green > red + 25 && green > blue + 25;
export const isRed = ([red, green, blue]: Color) => red > 180 && green < 90 && blue < 90;

/** Fails unless the image of a section is shown and has more than one color. */
export async function assertImage(
  screen: ReaderScreen,
  section: number,
  selector = 'img',
): Promise<void> {
  const pictures = await screen.pictures(section);
  const found = pictures.filter(({ tag }) => selector === '*' || tag === selector);
  assert.ok(found.length > 0, `No ${selector} is visible.`);
  assert.ok(!found.some(({ isBroken }) => isBroken), 'The image is broken.');
  const colours = await screen.colours(section, selector);
  assert.ok(colours.length > 1, 'The image has a single color.');
}

/** Clicks the first element of a section that matches the selector, with a real mouse click. */
export async function click(
  screen: ReaderScreen,
  section: number,
  selector: string,
): Promise<void> {
  // Click listeners are added after the first text is shown.
  await screen.page.locator('svc-reader').getByRole('button').first().waitFor();
  const root = await screen.root(section);
  const element = await root.$(selector);
  assert.ok(element, `Section ${section} has no ${selector}.`);
  await element.click();
}
