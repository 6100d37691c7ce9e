import assert from 'node:assert/strict';
import { z } from 'zod';
import { Embed } from '../../../server/reading-sessions/contract.ts';
import { importBook } from '../books/import-book.ts';
import { buildPng, type EpubFixture, fakeFont } from '../epub/fixtures/build-epub.ts';
import type { ApiRequest, TestApi } from '../harness.ts';
import { sendJson } from '../read-event-log.ts';

/** Where the publishable key may be used. */
export const shopOrigin = 'https://shop.example';

/** Chapters of the main flow; behind the second stands a section of notes beside it. */
const chapterCount = 6;
const paragraphCount = 12;

/** A word that stands in the paragraph alone, and nowhere in a name or an address. */
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
    // The contents name the chapters by other words than their texts do; the fifth is not in them.
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

/** A book with a mark in every paragraph, heading, picture and sheet, and everyone who reads it. */
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

    async embed(bearer: string, query = '', asking: ApiRequest = {}): Promise<Embed> {
      const path = `/v1/reader/embed?book=${id}${query}`;
      const response = await api.request(path, { key: bearer, ...asking });
      assert.equal(response.status, 200, await response.clone().text());
      return z.object({ data: Embed }).parse(await response.json()).data;
    },

    /** Asks for something below the content with the session’s token. */
    fetchContent: ({ session }: Embed, path: string, headers: Record<string, string> = {}) =>
      api.request(localPath(session.content) + path, { key: session.token, headers }),

    /** Opens a session as the publisher’s own server does. */
    async openSession(
      body: object = {},
    ): Promise<{ id: string; token: string; expiresAt: string }> {
      const order = { bookId: id, readerId: 'reader-1', access: { mode: 'full' }, ...body };
      const made = await sendJson(api, 'POST', '/v1/reader/sessions', secret, order);
      assert.equal(made.status, 201, await made.clone().text());
      return (await made.json()).data;
    },
  };
}
