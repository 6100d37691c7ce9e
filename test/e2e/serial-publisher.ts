import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { APIRequestContext, Page } from 'playwright/test';

const root = join(import.meta.dirname, '../..');

/**
 * A publisher of serial fiction, with a book without a file, the account's keys, and a page that
 * shows the book.
 */
export async function createSerialPublisher(
  request: APIRequestContext,
  baseURL: string,
  title: string,
  otherOrigins: readonly string[] = [],
) {
  const account = `serial-${title}`;
  const secret = newKey('--account', account);
  const origins = [baseURL, ...otherOrigins].flatMap((origin) => ['--origin', origin]);
  const key = newKey('--account', account, '--publishable', ...origins);

  async function post<Data>(path: string, data: object = {}): Promise<Data> {
    const headers = { Authorization: `Bearer ${secret}` };
    const answer = await request.post(path, { headers, data });
    if (!answer.ok()) throw new Error(await answer.text());
    return (await answer.json()).data;
  }

  const book = await post<{ id: string }>('/v1/books', {
    title,
    languages: ['en'],
    visibility: 'public',
  });
  return {
    book: book.id,
    key,
    post,
    /** Updates the book's metadata. */
    async change(data: object): Promise<void> {
      const headers = { Authorization: `Bearer ${secret}` };
      const answer = await request.patch(`/v1/books/${book.id}`, { headers, data });
      if (!answer.ok()) throw new Error(await answer.text());
    },
    async get<Data>(path: string): Promise<Data> {
      const headers = { Authorization: `Bearer ${secret}` };
      const answer = await request.get(path, { headers });
      if (!answer.ok()) throw new Error(await answer.text());
      return (await answer.json()).data;
    },
    /** Creates a chapter and publishes it. */
    async publish(chapter: string, content: string): Promise<string> {
      const path = `/v1/books/${book.id}/chapters`;
      const { id } = await post<{ id: string }>(path, { title: chapter, content });
      await post(`/v1/chapters/${id}/publish`);
      return id;
    },
    /** Opens a page that embeds the book, on the server's own origin. */
    async open(page: Page, attributes = ''): Promise<void> {
      const address = `${baseURL}/serial-shop`;
      await page.route(address, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><html lang="en"><title>${title}</title>
            <meta name="viewport" content="width=device-width">
            <style>body { margin: 0 } svc-reader { block-size: 100vh }</style>
            <main><h1 style="position: absolute; inset-inline-start: -99em">${title}</h1>
            <svc-reader book="${book.id}" key="${key}" ${attributes}></svc-reader></main>
            <script type="module" src="/svc-reader.js"></script></html>`,
        }),
      );
      await page.goto(address);
    },
  };
}

function newKey(...flags: string[]): string {
  const args = ['server/cli.js', 'keys', 'create', '--json', '--tier', 'unlimited', ...flags];
  const env = { ...process.env, SVC_DATA: process.env.SVC_E2E_DATA };
  const printed = execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  return JSON.parse(printed).key;
}
