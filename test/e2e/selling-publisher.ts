import { expect, type APIRequestContext, type Locator, type Page } from 'playwright/test';
import { createSerialPublisher } from './serial-publisher.ts';

/** A publisher with a book that is for sale, and an affiliate. */
export async function createSellingPublisher(
  request: APIRequestContext,
  server: string,
  title: string,
  origins: readonly string[] = [],
) {
  const publisher = await createSerialPublisher(request, server, title, origins);
  await publisher.publish('One', `<h2>One</h2>${'<p>The whale surfaced.</p>'.repeat(60)}`);
  await publisher.change({
    price: { amount: '9.90', currency: 'EUR' },
    buyUrl: 'https://shop.example/basket?book={bookId}&click={clickId}',
  });
  const { id: affiliate } = await publisher.post<{ id: string }>('/v1/affiliates', {
    name: 'Blog',
    rate: '0.1',
  });
  return {
    ...publisher,
    affiliate,
    /** Clicks of the affiliate's readers on buy links. */
    async countClicks(): Promise<number> {
      const report = await publisher.get<unknown>(`/v1/affiliates/${affiliate}/report`);
      return Number(/"clicks":(\d+)/.exec(JSON.stringify(report))?.[1] ?? 0);
    },
  };
}

export type SellingPublisher = Awaited<ReturnType<typeof createSellingPublisher>>;

/**
 * Clicks the first buy link, and expects that the shop opens in a new tab with a click id and that
 * the click counts for the affiliate.
 */
export async function buyThrough(
  page: Page,
  publisher: SellingPublisher,
  reader: Locator,
): Promise<void> {
  const before = await publisher.countClicks();
  const popup = page.waitForEvent('popup');
  // The shop does not exist, so its page never loads.
  const basket = /shop\.example\/basket\?book=bk_\w+&click=clk_\w+/;
  const request = page.context().waitForEvent('request', (one) => basket.test(one.url()));
  await reader.getByRole('link', { name: 'Buy' }).first().click();
  await request;
  await (await popup).close();
  await expect.poll(() => publisher.countClicks()).toBe(before + 1);
}
