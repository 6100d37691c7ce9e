import { DomUtils, parseDocument } from 'htmlparser2';
import { z } from 'zod';
import { packDemoBook } from '../../../demo/book/pack-demo-book.ts';
import { importEpub } from '../../../server/import/import-epub.ts';
import { testBookEvents } from '../books/import-book.ts';
import { buildEpub } from '../epub/fixtures/build-epub.ts';
import type { TestApi } from '../harness.ts';

const epub = await packDemoBook();

/** Imports the demo book for an account. */
export async function addHandbook(api: TestApi, ownership: BookOwnership = {}): Promise<string> {
  return importForAccount(api, epub, ownership);
}

/** Imports a book with one chapter, by default of one sentence, for an account. */
export async function addStory(
  api: TestApi,
  title: string,
  { content = `<p>This is ${title}.</p>`, ...ownership }: BookOwnership & { content?: string } = {},
): Promise<string> {
  const metadata = { title, identifier: `urn:test:${title}` };
  const chapters = [content];
  return importForAccount(api, await buildEpub({ metadata, chapters }), ownership);
}

interface BookOwnership {
  account?: string;
  visibility?: 'public' | 'private';
}

async function importForAccount(
  api: TestApi,
  bytes: Uint8Array,
  { account = 'acme', visibility = 'public' }: BookOwnership,
): Promise<string> {
  const { db, clock, keyContext } = api;
  const at = clock.now().toISOString();
  const accountId = await keyContext.store.findOrCreateAccount(
    account,
    keyContext.newId('acc'),
    at,
  );
  const context = { db, now: clock.now, newId: keyContext.newId, bookEvents: testBookEvents(api) };
  const { bookId } = await importEpub(context, bytes, { accountId, visibility });
  return bookId;
}

type Elements = ReturnType<typeof DomUtils.getElementsByTagName>;

/** Parses a page and returns query functions. */
export function parsePage(html: string) {
  const document = parseDocument(html);
  const all = (tag: string): Elements => DomUtils.getElementsByTagName(tag, document);
  const withAttributes = (tag: string, attributes: Record<string, string>) =>
    all(tag).filter((one) =>
      Object.entries(attributes).every(([name, value]) => one.attribs[name] === value),
    );
  return {
    all,
    text: (tag: string): string => all(tag).map(DomUtils.textContent).join(' '),
    one: (tag: string, attributes: Record<string, string> = {}) =>
      withAttributes(tag, attributes)[0],
    meta: (name: string): string | undefined =>
      (withAttributes('meta', { name })[0] ?? withAttributes('meta', { property: name })[0])
        ?.attribs['content'],
    json: (type: string): unknown =>
      JSON.parse(withAttributes('script', { type }).map(DomUtils.textContent)[0] ?? 'null'),
    hrefs: (): string[] => all('a').map(({ attribs }) => attribs['href'] ?? ''),
  };
}

const Visit = z.object({
  session: z.object({ token: z.string(), content: z.string(), resourceQuery: z.string() }),
  traceId: z.string(),
});

/** Parses what a page's script receives when it opens a session. */
export function parseVisit(text: string): z.infer<typeof Visit> {
  return Visit.parse(JSON.parse(text));
}

export function pageUrl(parameters: Record<string, string>): string {
  return `/v1/reader/embed?${new URLSearchParams({ format: 'html', ...parameters })}`;
}
