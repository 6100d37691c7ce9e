import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { buildEpub, type EpubFixture } from '../../server/epub/fixtures/build-epub.ts';
import { type Random, seededRandom } from '../search/random.ts';
import { inventWord } from '../search/vary-record.ts';

/** Files that one command imports. */
export interface BookSet {
  name: string;
  files: string[];
  megabytes: number;
}

const realFolder = join(import.meta.dirname, '../../../../shared/data/epubs');

/** Why there are only generated books, or null. */
export const realBooksMissing = existsSync(realFolder)
  ? null
  : `the books in ${realFolder} do not exist`;

/**
 * Sets of generated books, which are byte-identical every time, and a set of real books if
 * available.
 */
export async function makeBookSets(folder: string, booksOfEach: number): Promise<BookSet[]> {
  const random = seededRandom(31);
  const words = Array.from({ length: 8000 }, () => inventWord(random));
  const makers = {
    'novel, 1 MB of text': () => novel(words, random),
    'picture book': () => pictureBook(words, random),
    '400 sections': () => manySections(words, random),
  };
  const shelves: BookSet[] = [];
  for (const [name, make] of Object.entries(makers)) {
    const place = join(folder, name.replaceAll(/\W+/g, '-'));
    mkdirSync(place);
    for (let book = 1; book <= booksOfEach; book += 1) {
      const fixture = await make();
      const metadata = { title: `${name}, ${book}`, identifier: `bench:${name}:${book}` };
      writeFileSync(join(place, `${book}.epub`), await buildEpub({ ...fixture, metadata }));
    }
    shelves.push(bookSetOf(name, place));
  }
  if (!realBooksMissing) shelves.push(bookSetOf('real books', realFolder));
  return shelves;
}

function bookSetOf(name: string, folder: string): BookSet {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.epub'))
    .sort()
    .map((file) => join(folder, file));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  return { name, files, megabytes: bytes / 1e6 };
}

/** 32 chapters of 30,000 characters. */
async function novel(words: string[], random: Random): Promise<EpubFixture> {
  return {
    css,
    chapters: Array.from({ length: 32 }, () => ({ body: text(words, random, 31_000) })),
  };
}

/** Forty pages, each with a photograph of about 200 kB and a line of text. */
async function pictureBook(words: string[], random: Random): Promise<EpubFixture> {
  const files: Record<string, Buffer> = {};
  for (let page = 1; page <= 40; page += 1) files[`page-${page}.jpg`] = await photograph(random);
  const chapters = Object.keys(files).map((name) => ({
    body: `<p><img src="${name}" alt=""/></p>${text(words, random, 80)}`,
  }));
  return { css, chapters, files };
}

async function manySections(words: string[], random: Random): Promise<EpubFixture> {
  return {
    css,
    chapters: Array.from({ length: 400 }, () => ({ body: text(words, random, 4000) })),
  };
}

/** Paragraphs with some emphasis. */
function text(words: string[], random: Random, length: number): string {
  const paragraphs: string[] = [];
  for (let made = 0; made < length; made += paragraphs.at(-1)?.length ?? 1) {
    const chosen = Array.from({ length: 40 + random.below(60) }, () => {
      const word = random.pick(words);
      return random.below(60) === 0 ? `<em>${word}</em>` : word;
    });
    paragraphs.push(`<p>${chosen.join(' ')}.</p>`);
  }
  return `<h1>${random.pick(words)}</h1>${paragraphs.join('\n')}`;
}

/** Coarse noise, which compresses like a photograph. */
async function photograph(random: Random): Promise<Buffer> {
  const [width, height] = [160, 120];
  const noise = Buffer.from(Array.from({ length: width * height * 3 }, () => random.below(256)));
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .resize(1200, 900)
    .jpeg({ quality: 80 })
    .toBuffer();
}

const css = `body { font-family: serif; line-height: 1.5 } h1 { text-align: center; margin: 2em 0 }
p { margin: 0; text-indent: 1.2em } img { max-width: 100% }`;
