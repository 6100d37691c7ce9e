import type { BenchBook } from './bench-book.ts';

/**
 * The book as a Readium Web Publication on a server, as the Readium toolkit expects it: the
 * manifest and the list of positions, one per 1,024 bytes of a section.
 * https://github.com/readium/architecture/blob/master/models/locators/best-practices/format.md
 */
export function webPublication(book: BenchBook): { manifest: object; positions: object } {
  const type = 'application/xhtml+xml';
  const places = book.sections.flatMap(({ path }) => {
    const size = book.files.get(path)?.bytes.length ?? 0;
    const count = Math.max(1, Math.ceil(size / 1024));
    return Array.from({ length: count }, (_, index) => ({
      href: path,
      type,
      progression: index / count,
    }));
  });
  const positions = places.map(({ href, progression }, index) => ({
    href,
    type,
    locations: { progression, position: index + 1, totalProgression: index / places.length },
  }));
  const readingOrder = book.sections.map(({ path }) => ({ href: path, type }));
  const inOrder = new Set(book.sections.map(({ path }) => path));
  const resources = [...book.files]
    .filter(([path]) => !inOrder.has(path))
    .map(([href, { mediaType }]) => ({ href, type: mediaType }));
  return {
    manifest: {
      '@context': 'https://readium.org/webpub-manifest/context.jsonld',
      metadata: {
        conformsTo: 'https://readium.org/webpub-manifest/profiles/epub',
        title: book.title,
        language: book.language,
        layout: 'reflowable',
      },
      links: [
        { href: 'manifest.json', type: 'application/webpub+json', rel: 'self' },
        { href: 'positions.json', type: 'application/vnd.readium.position-list+json' },
      ],
      readingOrder,
      resources,
    },
    positions: { total: positions.length, positions },
  };
}
