import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { generateNovel } from '../bench/reader/generate-novel.ts';
import type { Engine } from './engine.ts';
import { buildStressBook } from './stress-book.ts';
import { verifyPosition } from './verify-position.ts';
import { verifyText } from './verify-text.ts';
import { openReadingEnvironment, type ReadingEnvironment } from './reading-environment.ts';

/** The same check for real books, in every engine: `npm run reading -- FOLDER --engine …`. */
describe('reading whole books', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-reading-'));
  let environment: ReadingEnvironment;
  let engine: Engine;

  before(async () => {
    const sources = {
      'hard.epub': await buildStressBook(),
      // Longer than the part that is laid out before the section is shown.
      'long.epub': await generateNovel({ chapters: 2, wordsPerChapter: 20_000 }),
    };
    const files = Object.entries(sources).map(([name, bytes]) => {
      const file = join(folder, name);
      writeFileSync(file, bytes);
      return file;
    });
    environment = await openReadingEnvironment(files);
    engine = await environment.engine('chromium');
  });
  after(async () => {
    await engine?.close();
    await environment?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const books = [
    'tables, code, floats, forced breaks, vertical and right-to-left text',
    'long sections',
  ];
  for (const [index, title] of books.entries()) {
    for (const [width, height, fontSize] of [
      [390, 844, 16],
      [1280, 800, 24],
    ] as const) {
      it(`shows every line of ${title} on one page, ${width} × ${height} at ${fontSize} px`, async () => {
        const book = await environment.open(engine, index, { width, height }, fontSize);
        const { faults, sections } = await verifyText(book);
        assert.deepEqual(faults, []);
        assert.equal(sections, book.sections.length);
      });
    }

    it(`returns to the same page of ${title} after page turns and layout changes`, async () => {
      const shape = { width: 820, height: 1180 };
      const book = await environment.open(engine, index, shape, 18);
      assert.deepEqual(await verifyPosition(book, 0, shape), []);
    });
  }
});
