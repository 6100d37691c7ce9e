import assert from 'node:assert/strict';
import { z } from 'zod';
import { Embed } from '../../../server/reading-sessions/contract.ts';
import { importBook } from '../books/import-book.ts';
import { buildPng, type EpubFixture, fakeFont } from '../epub/fixtures/build-epub.ts';
import type { ApiRequest, TestApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';

/** The only origin that may use the publishable key. */
export const shopOrigin = 'https://shop.example';

/** Number of sections. The third section contains notes and is non-linear. */
const chapterCount = 6;
const paragraphCount = 12;

/** A word that occurs only in this paragraph and in no file name or URL. */
export function markerWord(section: number, paragraph: number): string {
  return `zq${String.fromCharCode(97 + section)}x${String.fromCharCode(97 + paragraph)}w`;
}

function chapterFixture(number: number): NonNullable<EpubFixture['chapters']>[number] {
  const text = Array.from({ length: paragraphCount }, (_, paragraph) => {
    const filler = 'and so it went on for a while, as such things do '.repeat(5);
    return `<p id="p${paragraph}">${markerWord(number, paragraph)} ${filler}</p>`;
  });
  const files = `<p class="only-${number}"><img src="images/picture-${number}.png" alt="${markerWord(number, 20)}"/></p>`;
  return {
    body: `<h1>${markerWord(number, 21)}</h1>${files}${text.join('')}<p><img src="images/last-${number}.png" alt="${markerWord(number, 22)}"/></p>`,
    head: `<link rel="stylesheet" href="styles/only-${number}.css"/>`,
    // Titles in the contents differ from the headings, and the fifth chapter is not in the
    // contents.
    title: number === 4 ? null : `Chapter ${number + 1}`,
    ...(number === notesIndex && { itemref: 'linear="no"' }),
  };
}

const notesIndex = 2;

function paidEpub(): EpubFixture {
  const files: Record<string, string | Uint8Array> = {};
  for (let number = 0; number < chapterCount; number += 1) {
    files[`images/picture-${number}.png`] = buildPng(20 + number, 7);
    files[`images/last-${number}.png`] = buildPng(20 + number, 9);
    files[`images/behind-${number}.png`] = buildPng(20 + number, 11);
    files[`fonts/face-${number}.ttf`] = fakeFont(2000 + 100 * number);
    files[`styles/only-${number}.css`] =
      `@font-face{font-family:"Face ${number}";src:url(../fonts/face-${number}.ttf)}` +
      `.only-${number}{font-family:"Face ${number}";background:url(../images/behind-${number}.png)}` +
      `.only-${number}::before{content:"${markerWord(number, 23)}"}`;
  }
  return {
    metadata: { title: 'The Paid Book' },
    chapters: Array.from({ length: chapterCount }, (_, number) => chapterFixture(number)),
    files,
  };
}

export type PaidBook = Awaited<ReturnType<typeof paidBook>>;

/**
 * Creates a paid book with a marker in every paragraph, heading, image and style sheet, and keys to
 * read it.
 */
export async function paidBook(api: TestApi, access: object = { mode: 'sample', share: 0.3 }) {
  const id = await importBook(api, paidEpub());
  const { text: secret, id: secretId } = await api.newKey({ tier: 'unlimited' });
  const { text: key, id: keyId } = await api.newKey({
    tier: 'unlimited',
    kind: 'publishable',
    allowedOrigins: [shopOrigin],
  });
  const price = { amount: '9.99', currency: 'EUR' };
  const buyUrl = 'https://shop.example/{bookId}?click={clickId}';
  const set = await sendJson(api, 'PATCH', `/v1/books/${id}`, secret, { access, price, buyUrl });
  assert.equal(set.status, 200, await set.text());
  const localPath = (address: string) => address.replace('http://svc.test', '');

  return {
    id,
    secret,
    secretId,
    key,
    keyId,
    localPath,

    async embed(bearer: string, query = '', options: ApiRequest = {}): Promise<Embed> {
      const path = `/v1/reader/embed?book=${id}${query}`;
      const response = await api.request(path, { key: bearer, ...options });
      assert.equal(response.status, 200, await response.clone().text());
      return z.object({ data: Embed }).parse(await response.json()).data;
    },

    /** Requests a path below the content URL with the session's token. */
    fetchContent: ({ session }: Embed, path: string, headers: Record<string, string> = {}) =>
      api.request(localPath(session.content) + path, { key: session.token, headers }),

    /** Opens a session with the publisher's secret key. */
    async openSession(
      body: object = {},
    ): Promise<{ id: string; token: string; expiresAt: string }> {
      const session = { bookId: id, readerId: 'reader-1', access: { mode: 'full' }, ...body };
      const response = await sendJson(api, 'POST', '/v1/reader/sessions', secret, session);
      assert.equal(response.status, 201, await response.clone().text());
      return (await response.json()).data;
    },
  };
}
