import assert from 'node:assert/strict';
import { z } from 'zod';
import { Embed } from '../../../server/reading-sessions/contract.ts';
import { addBook, type BookFixture } from '../books/add-book.ts';
import type { TestApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';

/** A book, an unrestricted key of its account, and shortcuts to write and read chapters. */
export async function serialBook(api: TestApi, book: Partial<BookFixture> = {}) {
  const bookId = await addBook(api, { title: 'Serial', ...book });
  const { text: key } = await api.newKey({ tier: 'unlimited' });
  const local = (address: string) => address.replace('http://svc.test', '');

  async function open(query = ''): Promise<Embed> {
    const response = await api.request(`/v1/reader/embed?book=${bookId}${query}`, { key });
    assert.equal(response.status, 200, await response.clone().text());
    return z.object({ data: Embed }).parse(await response.json()).data;
  }

  return {
    bookId,
    key,
    open,
    async publish(title: string, more: object = {}): Promise<string> {
      const body = { title, content: `<p>${title} begins.</p>`, ...more };
      const response = await sendJson(api, 'POST', `/v1/books/${bookId}/chapters`, key, body);
      const { id } = (await response.json()).data;
      await sendJson(api, 'POST', `/v1/chapters/${id}/publish`, key, {});
      return id;
    },
    patch: (id: string, body: object) => sendJson(api, 'PATCH', `/v1/chapters/${id}`, key, body),
    unpublish: (id: string) => sendJson(api, 'POST', `/v1/chapters/${id}/unpublish`, key, {}),
    /** Requests a path below the content URL with the session's token. */
    read: ({ session }: Embed, path: string, headers: Record<string, string> = {}) =>
      api.request(local(session.content) + path, { key: session.token, headers }),
  };
}
