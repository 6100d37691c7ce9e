import type { APIRequestContext, PlaywrightWorkerArgs } from 'playwright/test';
import { createSerialPublisher } from '../e2e/serial-publisher.ts';

/** The server, behind TLS. */
export const server = `https://localhost:${process.env.SVC_E2E_PORT}`;

/** URL of a shop, for which the tests provide responses. */
export const shop = 'https://shop.example/**';

/** A publisher with a book that is for sale, an affiliate, and a key for the WordPress site. */
export async function createWordpressPublisher(
  playwright: PlaywrightWorkerArgs['playwright'],
  title: string,
  site = '',
) {
  const request: APIRequestContext = await playwright.request.newContext({
    baseURL: server,
    ignoreHTTPSErrors: true,
  });
  const publisher = await createSerialPublisher(request, server, title, [site]);
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
      return Number(/"clicks":(\d+)/.exec(JSON.stringify(report))?.[1]);
    },
  };
}

export type WordpressPublisher = Awaited<ReturnType<typeof createWordpressPublisher>>;
