import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, test, type Page } from 'playwright/test';
import { z } from 'zod';
import { packBook } from '../reading/pack-book.ts';
import { visibleText } from './visible-text.ts';

const root = join(import.meta.dirname, '../..');
const data = process.env.SVC_E2E_DATA ?? '';
const marked = 'Paragraph 20 is marked';
/** Text that the older compiler adds before the first paragraph, which shifts all later text. */
const dropped = 'A line that later compilers omit. '.repeat(12);

const Imported = z.array(z.object({ id: z.string() })).length(1);
const Created = z.object({ key: z.string() });
const Stored = z.looseObject({
  data: z.looseObject({
    length: z.number(),
    tree: z.tuple([z.string(), z.unknown(), z.array(z.unknown())], z.unknown()),
  }),
});

/** Runs a command of the server on its data. Returns the document that it prints. */
function svc(...args: string[]): unknown {
  const env = { ...process.env, SVC_DATA: data };
  const printed = execFileSync(process.execPath, ['server/cli.js', ...args, '--json'], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  return JSON.parse(printed);
}

/** Imports a book of one section. Returns its id. */
async function importBook(): Promise<string> {
  const paragraphs = Array.from({ length: 60 }, (_, at) => {
    const filler = `is number ${at} of the book, and the tide returns to it. `.repeat(4);
    return `<p>Paragraph ${at} ${at === 20 ? 'is marked' : 'is plain'}. It ${filler}</p>`;
  });
  const document = `<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>One</title></head><body>${paragraphs.join('')}</body></html>`;
  const folder = mkdtempSync(join(tmpdir(), 'svc-recompile-'));
  try {
    const file = join(folder, 'book.epub');
    writeFileSync(
      file,
      await packBook({ title: 'Tides', sections: { one: document }, resources: {} }),
    );
    const [book] = Imported.parse(svc('import', file, '--public'));
    return book?.id ?? '';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Replaces the stored content with that of an older compiler, in which text has other offsets. */
function makeOlder(bookId: string): void {
  const db = new DatabaseSync(join(data, 'svc.sqlite'), { timeout: 20_000 });
  try {
    const version = db.prepare('SELECT id FROM book_versions WHERE book_id = ?').get(bookId);
    const id = String(version?.['id']);
    const row = db.prepare('SELECT content FROM sections WHERE version_id = ?').get(id);
    const content = row?.['content'];
    if (!(content instanceof Uint8Array)) throw new Error('The book has no section.');
    const document = Stored.parse(JSON.parse(brotliDecompressSync(content).toString()));
    const [, , text] = document.data.tree;
    text.splice(2, 0, ['p', {}, dropped]);
    document.data.length += dropped.length;
    db.prepare('UPDATE sections SET content = ? WHERE version_id = ?').run(
      brotliCompressSync(JSON.stringify(document)),
      id,
    );
  } finally {
    db.close();
  }
}

async function highlighted(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(CSS.highlights.get('svc-mark-blue') ?? [])].map(String));
}

test('annotations and the place are found again after a recompilation moves the text', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const book = await importBook();
  makeOlder(book);
  const { key } = Created.parse(
    svc('keys', 'create', '--tier', 'unlimited', '--publishable', '--origin', baseURL ?? ''),
  );
  const url = `${baseURL}/recompiled-shop`;
  await page.route(url, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Tides</title>
        <style>body { margin: 0 } svc-reader { block-size: 100vh }</style>
        <svc-reader book="${book}" key="${key}"></svc-reader>
        <script type="module" src="/svc-reader.js"></script></html>`,
    }),
  );
  const contents = new Set<string>();
  page.on('request', (request) => {
    const content = /\/content\/[^/]+/.exec(request.url())?.[0];
    if (content) contents.add(content);
  });
  await page.goto(url);
  const reader = page.locator('svc-reader');
  await expect(page.locator('svc-annotation-layer')).toBeAttached();
  await expect.poll(() => visibleText(page)).toContain('A line that later compilers omit');
  const turn = async () => {
    const before = await visibleText(page);
    await reader.evaluate((one: HTMLElement & { next(): boolean }) => one.next());
    await expect.poll(() => visibleText(page)).not.toBe(before);
  };
  while (!(await visibleText(page)).includes(marked)) await turn();
  const box = await reader.locator('p', { hasText: marked }).boundingBox();
  if (!box) throw new Error('The paragraph is missing.');
  await page.mouse.click(box.x + 30, box.y + 10, { clickCount: 3 });
  await page.getByRole('toolbar', { name: 'Selected text' }).getByLabel('Blue').click();
  const before = await highlighted(page);
  const startOfPage = (await visibleText(page)).split(' ').slice(0, 12).join(' ');
  expect(before).toHaveLength(1);
  expect(before[0]).toContain(marked);

  const results = svc('books', 'recompile', book);
  expect(results).toMatchObject([{ bookId: book, outcome: 'recompiled' }]);
  await page.reload();

  await expect(page.locator('svc-annotation-layer')).toBeAttached();
  await expect.poll(() => visibleText(page)).toContain(startOfPage);
  await expect.poll(() => highlighted(page)).toEqual(before);
  await reader.evaluate((one: HTMLElement & { goTo(place: object): void }) =>
    one.goTo({ section: 0, offset: 0 }),
  );
  await expect.poll(() => visibleText(page)).toContain('Paragraph 0 is plain');
  expect(await visibleText(page)).not.toContain('A line that later compilers omit');
  expect(contents.size, [...contents].join()).toBe(2);
});
