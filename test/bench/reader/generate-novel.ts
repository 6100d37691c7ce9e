import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { seededRandom } from './seeded-random.ts';

/** Length of a generated novel. */
export interface NovelSize {
  chapters: number;
  wordsPerChapter: number;
}

const usual: NovelSize = { chapters: 60, wordsPerChapter: 2500 };
/** All in one file, as in old Project Gutenberg books: about a megabyte of text. */
export const longNovel: NovelSize = { chapters: 1, wordsPerChapter: 140_000 };
const illustratedChapters = new Set([3, 11, 24, 38, 52]);

/**
 * An EPUB 3 novel of seeded words, with the same text on every machine: 60 chapters of about 2,500
 * words with headings, emphasis, quotations and five images. It has no title page, so it starts
 * with text.
 */
export async function generateNovel(size: NovelSize = usual): Promise<Buffer> {
  const chance = seededRandom(20_261_121);
  const vocabulary = makeVocabulary(chance, 4000);
  const zip = new ZipFile();
  const add = (name: string, content: string | Buffer, compress = true) =>
    zip.addBuffer(Buffer.from(content), name, {
      compress,
      mtime: new Date('2026-01-01T00:00:00Z'),
      forceDosTimestamp: true,
    });

  add('mimetype', 'application/epub+zip', false);
  add('META-INF/container.xml', container);
  add('OPS/package.opf', packageDocument(size.chapters));
  add('OPS/nav.xhtml', navigation(size.chapters));
  add('OPS/book.css', styleSheet);
  for (let number = 1; number <= size.chapters; number++) {
    add(`OPS/chapter-${number}.xhtml`, chapter(number, size.wordsPerChapter, vocabulary, chance));
    if (illustratedChapters.has(number)) add(`OPS/plate-${number}.png`, await plate(number), false);
  }
  zip.end();
  return buffer(zip.outputStream);
}

function makeVocabulary(chance: () => number, size: number): string[] {
  const onsets = ['b', 'br', 'd', 'f', 'g', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'v'];
  const vowels = ['a', 'e', 'i', 'o', 'u', 'ea', 'ou'];
  const codas = ['', '', '', 'n', 'r', 's', 't', 'nd', 'll'];
  const pick = (parts: string[]) => parts[Math.floor(chance() * parts.length)] ?? '';
  const syllable = () => pick(onsets) + pick(vowels) + pick(codas);
  return Array.from({ length: size }, () =>
    Array.from({ length: 1 + Math.floor(chance() * 3) }, syllable).join(''),
  );
}

function chapter(
  number: number,
  wordCount: number,
  vocabulary: string[],
  chance: () => number,
): string {
  const blocks: string[] = [];
  let words = 0;
  while (words < wordCount) {
    const length = 30 + Math.floor(chance() * 110);
    const text = paragraph(length, vocabulary, chance);
    blocks.push(chance() < 0.05 ? `<blockquote><p>${text}</p></blockquote>` : `<p>${text}</p>`);
    words += length;
  }
  const middle = Math.floor(blocks.length / 2);
  blocks.splice(middle, 0, `<h2>Part two of chapter ${number}</h2>`);
  if (illustratedChapters.has(number)) {
    blocks.splice(
      4,
      0,
      `<figure><img src="plate-${number}.png" width="480" height="320" alt="Plate" /></figure>`,
    );
  }
  return page(`Chapter ${number}`, `<h1>Chapter ${number}</h1>\n${blocks.join('\n')}`);
}

function paragraph(length: number, vocabulary: string[], chance: () => number): string {
  // Squaring makes the first words of the vocabulary frequent, as in real text.
  const word = () => vocabulary[Math.floor(chance() ** 2 * vocabulary.length)] ?? '';
  const sentences: string[] = [];
  for (let left = length; left > 0; left -= 14) {
    const words = Array.from({ length: Math.min(left, 8 + Math.floor(chance() * 12)) }, () => {
      const random = chance();
      return random < 0.01
        ? `<em>${word()}</em>`
        : random < 0.015
          ? `<strong>${word()}</strong>`
          : word();
    });
    const first = words[0] ?? '';
    words[0] = first.startsWith('<') ? first : first.charAt(0).toUpperCase() + first.slice(1);
    sentences.push(`${words.join(' ')}.`);
  }
  return sentences.join(' ');
}

function plate(number: number): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320">
    <rect width="480" height="320" fill="hsl(${number * 6} 40% 80%)"/>
    <circle cx="${100 + number * 4}" cy="160" r="90" fill="hsl(${number * 6} 50% 40%)"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

function page(title: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">
<head><title>${title}</title><link rel="stylesheet" type="text/css" href="book.css"/></head>
<body>
${body}
</body>
</html>
`;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function navigation(chapters: number): string {
  const entries = numbers(chapters).map(
    (n) => `<li><a href="chapter-${n}.xhtml">Chapter ${n}</a></li>`,
  );
  return page(
    'Contents',
    `<nav epub:type="toc"><h1>Contents</h1><ol>${entries.join('')}</ol></nav>`,
  );
}

function packageDocument(chapters: number): string {
  const items = numbers(chapters).flatMap((n) => [
    `<item id="c${n}" href="chapter-${n}.xhtml" media-type="application/xhtml+xml"/>`,
    ...(illustratedChapters.has(n)
      ? [`<item id="p${n}" href="plate-${n}.png" media-type="image/png"/>`]
      : []),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:6f1d4e0a-6a2e-4d8e-9f60-0d2b7a1c5e11</dc:identifier>
<dc:title>A Novel of Seeded Words</dc:title><dc:language>en</dc:language><dc:creator>A Generator</dc:creator>
<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="css" href="book.css" media-type="text/css"/>
${items.join('\n')}
</manifest>
<spine>${numbers(chapters)
    .map((n) => `<itemref idref="c${n}"/>`)
    .join('')}</spine>
</package>
`;
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

const styleSheet = `body { font-family: serif; line-height: 1.5; }
h1 { font-size: 1.6em; text-align: center; margin: 2em 0 1em; }
h2 { font-size: 1.2em; text-align: center; margin: 1.5em 0 1em; }
p { margin: 0; text-indent: 1.2em; }
h1 + p, h2 + p { text-indent: 0; }
blockquote { margin: 1em 2em; font-style: italic; }
figure { margin: 1em 0; text-align: center; }
img { max-width: 100%; height: auto; }
`;
