import type { PlaywrightWorkerArgs } from 'playwright/test';
import { createSellingPublisher, type SellingPublisher } from '../e2e/selling-publisher.ts';

/** URL of a shop, for which the tests provide responses. */
export const shop = 'https://shop.example/**';

/** The server, behind TLS. */
export const server = `https://localhost:${process.env.SVC_E2E_PORT}`;

export type WordpressPublisher = SellingPublisher;

/** A publisher with a book that is for sale, an affiliate, and a key for the WordPress site. */
export async function createWordpressPublisher(
  playwright: PlaywrightWorkerArgs['playwright'],
  title: string,
  site = '',
): Promise<WordpressPublisher> {
  const request = await playwright.request.newContext({
    baseURL: server,
    ignoreHTTPSErrors: true,
  });
  return createSellingPublisher(request, server, title, [site]);
}
