import { layoutDocument, type HardLayout } from './hard-layouts.ts';
import { packBook } from './pack-book.ts';

/** An EPUB with one section for each layout. */
export function buildLayoutBook(layouts: readonly HardLayout[]): Promise<Buffer> {
  const sections = layouts.map((layout, at) => [`s${at}`, layoutDocument(layout)] as const);
  return packBook({
    title: 'Hard layouts',
    sections: Object.fromEntries(sections),
    resources: {
      'wide.svg': picture(1600, 400),
      'tall.svg': picture(300, 2000),
      'small.svg': picture(60, 60),
      'photo.svg': picture(640, 480),
    },
  });
}

function picture(width: number, height: number) {
  const content = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="teal"/></svg>`;
  return { mediaType: 'image/svg+xml', content };
}
