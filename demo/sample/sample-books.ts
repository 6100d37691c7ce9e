import type { PublisherBook } from '../publishers/publisher.ts';
import type { SampleTitle } from './history.ts';
import { seededRandom } from './random.ts';
import { endings, openings, placeNames, scenes } from './sample-text.ts';

/** A book of the sample publisher. */
export interface SampleBook extends SampleTitle {
  book: PublisherBook;
  /** Null for a free book. */
  price: { amount: string; currency: string } | null;
}

interface Outline {
  isbn: string;
  title: string;
  subtitle?: string;
  author: [name: string, sortName: string];
  description: string;
  /** Colors of the cover: paper, drawing, text. */
  colors: [string, string, string];
  chapters: number;
  price: SampleBook['price'];
  freeShare: number;
  weight: number;
  loyalty: number;
}

const outlines: Outline[] = [
  {
    isbn: '9780000000118',
    title: 'The Lamplighter’s Daughter',
    subtitle: 'A novel',
    author: ['Mara Quill', 'Quill, Mara'],
    description: 'A harbor town counts its lamps, and finds one more than were lit.',
    colors: ['#16324f', '#e9c46a', '#f4ecd8'],
    chapters: 14,
    price: { amount: '9.99', currency: 'EUR' },
    freeShare: 0.2,
    weight: 34,
    loyalty: 0.9,
  },
  {
    isbn: '9780000000125',
    title: 'Salt in the Clockwork',
    author: ['Tomas Arden', 'Arden, Tomas'],
    description: 'A watchmaker at sea repairs time for passengers who have lost it.',
    colors: ['#7a2e1f', '#f0b67f', '#fff3e4'],
    chapters: 12,
    price: { amount: '12.50', currency: 'EUR' },
    freeShare: 0.15,
    weight: 22,
    loyalty: 0.86,
  },
  {
    isbn: '9780000000132',
    title: 'Field Notes on Fog',
    subtitle: 'Essays from the estuary',
    author: ['Ines Vale', 'Vale, Ines'],
    description: 'Nine walks through weather that hides more than it shows.',
    colors: ['#dfe7e6', '#5d7f86', '#23383d'],
    chapters: 9,
    price: { amount: '7.50', currency: 'EUR' },
    freeShare: 0.25,
    weight: 16,
    loyalty: 0.82,
  },
  {
    isbn: '9780000000149',
    title: 'A Short History of Waiting',
    author: ['Jonas Reed', 'Reed, Jonas'],
    description: 'Stations, queues and piers, and the people who learned to stand in them.',
    colors: ['#f3e9dc', '#c1544a', '#3b2a26'],
    chapters: 10,
    price: null,
    freeShare: 1,
    weight: 28,
    loyalty: 0.88,
  },
];

/** The sample publisher's books, whose text is generated deterministically. */
export function sampleBooks(): SampleBook[] {
  return outlines.map(({ weight, loyalty, freeShare, price, ...outline }, index) => ({
    weight,
    loyalty,
    freeShare,
    price,
    chapters: outline.chapters,
    book: {
      id: `urn:uuid:5a3c1e00-7b1d-4c52-9a51-00000000000${index + 1}`,
      isbn: outline.isbn,
      title: outline.title,
      ...(outline.subtitle && { subtitle: outline.subtitle }),
      author: outline.author,
      description: outline.description,
      css: 'body { margin: 0 .6em; } h1 { margin: 2em 0 1em; font-size: 1.4em; } p { margin: 0; text-indent: 1.2em; } h1 + p { text-indent: 0; }',
      sections: Array.from({ length: outline.chapters }, (_, chapter) => ({
        id: `chapter-${chapter + 1}`,
        ...writeChapter(index, chapter),
      })),
      cover: drawCover(outline, index),
    },
  }));
}

/** Combines sentences so that all chapters differ. */
function writeChapter(book: number, chapter: number): { title: string; body: string } {
  const random = seededRandom(book * 100 + chapter);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const place = placeNames[(book * 5 + chapter) % placeNames.length] ?? '';
  const paragraphs = Array.from({ length: 14 }, () => {
    const sentences = [pick(openings), pick(scenes), pick(scenes), pick(scenes), pick(endings)];
    return `<p>${sentences.join(' ').replaceAll('{place}', place)}</p>`;
  });
  return { title: place, body: `<h1>${place}</h1>${paragraphs.join('')}` };
}

/** Draws the title with circles that differ for each book. */
function drawCover(
  { title, author, colors }: Pick<Outline, 'title' | 'author' | 'colors'>,
  index: number,
): string {
  const [paper, drawing, text] = colors;
  const rings = Array.from({ length: 7 }, (_, ring) => {
    const radius = 190 - ring * 26;
    const [x, y] = [300 + Math.sin(index * 2 + ring) * ring * 9, 560 + ring * 11 * (index - 1)];
    return `<circle cx="${x.toFixed(1)}" cy="${y}" r="${radius}"/>`;
  });
  const lines = wrap(title, 14).map(
    (line, row) => `<text x="60" y="${130 + row * 72}" font-size="62">${line}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 900" width="600" height="900">
<rect width="600" height="900" fill="${paper}"/>
<g fill="none" stroke="${drawing}" stroke-width="6">${rings.join('')}</g>
<g fill="${text}" font-family="Georgia, 'Times New Roman', serif">${lines.join('')}
<text x="60" y="845" font-size="30">${author[0]}</text></g>
</svg>`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width)
      lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}
