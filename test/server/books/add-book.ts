import type { Publication } from '../../../server/epub/contract.ts';
import { toBookRows } from '../../../server/import/book-rows.ts';
import { importStore } from '../../../server/import/store.ts';
import type { TestApi } from '../harness.ts';

export interface BookFixture {
  title: string;
  author?: string;
  languages?: string[];
  isbn?: string;
  subtitle?: string;
  subjects?: string[];
  publisher?: string;
  /** Year, month or day, such as `1851`. */
  publishedAt?: string;
  price?: { amount: string; currency: string };
  popularity?: number;
  /** If false, only the record is added, without text. */
  readable?: boolean;
  /** URL of an external cover. */
  coverUrl?: string;
  account?: string;
  visibility?: 'public' | 'private';
}

/** Adds a book with one word of text, as an import does, and returns its id. */
export async function addBook(api: TestApi, fixture: BookFixture): Promise<string> {
  const { keyContext, clock, db } = api;
  const { account = 'acme', visibility = 'public' } = fixture;
  const accountId = await keyContext.store.findOrCreateAccount(
    account,
    keyContext.newId('acc'),
    clock.now().toISOString(),
  );
  const bookId = keyContext.newId('bk');
  const rows = await toBookRows(
    publication(fixture),
    Buffer.from(bookId),
    { accountId, visibility },
    { bookId, versionId: keyContext.newId('ver'), now: clock.now() },
  );
  const { price = null, coverUrl = null, popularity = 0, readable = true } = fixture;
  const metadata = parseMetadata(rows.book.metadata);
  rows.book.metadata = JSON.stringify({ ...metadata, price, coverUrl });
  rows.book.popularity = popularity;
  if (!readable) rows.book.version_id = null;
  await importStore(db).add(rows, { bytes: new Uint8Array() });
  return bookId;
}

function parseMetadata(json: string): object {
  return JSON.parse(json) as object;
}

function publication({
  title,
  author = 'Ann Author',
  languages = ['en'],
  isbn,
  subtitle,
  subjects = [],
  publisher,
  publishedAt,
}: BookFixture): Publication {
  const section = {
    index: 0,
    href: 'one.xhtml',
    title: 'One',
    language: languages[0] ?? 'en',
    direction: 'ltr',
    writingMode: 'horizontal-tb',
    layout: 'reflowable',
    viewport: null,
    tree: ['div', { class: 'svc-html' }, ['div', { class: 'svc-body' }, ['p', {}, 'word']]],
    styles: [],
    css: '',
    length: 4,
    words: 1,
    ids: {},
  } satisfies Publication['sections'][number];
  return {
    metadata: {
      identifier: isbn ?? 'x',
      identifiers: isbn ? [{ scheme: 'isbn', value: isbn }] : [],
      title,
      subtitle: subtitle ?? null,
      contributors: [{ name: author, sortName: null, role: 'aut' }],
      languages,
      description: null,
      subjects: subjects.map((label) => ({ scheme: null, code: null, label })),
      publisher: publisher ?? null,
      publishedAt: publishedAt ?? null,
      series: null,
      rights: null,
      accessibility: null,
      layout: 'reflowable',
      readingProgression: 'ltr',
      epubVersion: '3.0',
    },
    readingOrder: [
      {
        href: section.href,
        title: 'One',
        length: 4,
        words: 1,
        positions: 1,
        linear: true,
        layout: 'reflowable',
        spread: null,
      },
    ],
    sections: [section],
    toc: [],
    pageList: [],
    landmarks: [],
    positions: 1,
    styleSheets: {},
    fonts: [],
    resources: [],
    cover: null,
    warnings: [],
  };
}
