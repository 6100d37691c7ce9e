import type { BenchBook } from './bench-book.ts';
import {
  buildPeer,
  installPeers,
  peerPackages,
  peerVersion,
  type PeerName,
} from './build-peers.ts';
import type { FileServer } from './file-server.ts';
import { staticPage } from './static-page.ts';
import type { Subject } from './subject.ts';
import { webPublication } from './webpub.ts';

const peers = ['epubjs', 'epubjs-0.3', 'foliate-js', 'readium'] as const;

/**
 * Adds the book, the bare page and the pages of the selected peers to the server. epub.js and
 * foliate-js open the .epub file, as they usually do. A second subject for each of them reads the
 * files of the unpacked book, which is faster. Only the opening of that subject is timed.
 */
export async function servePeers(
  book: BenchBook,
  server: FileServer,
  isWanted: (name: string) => boolean,
): Promise<Subject[]> {
  const wanted = peers.filter((peer) =>
    [peerPackages[peer], `${peerPackages[peer]} unpacked`].some(isWanted),
  );
  if (wanted.length > 0) installPeers();
  const serve = (path: string, content: string | Buffer, mediaType: string) =>
    server.files.set(path, { bytes: Buffer.from(content), mediaType });

  for (const [path, file] of book.files) server.files.set(`/book/${path}`, file);
  serve('/book.epub', book.epub, 'application/epub+zip');
  const { manifest, positions } = webPublication(book);
  serve('/book/manifest.json', JSON.stringify(manifest), 'application/webpub+json');
  serve('/book/positions.json', JSON.stringify(positions), 'application/json');
  const html = 'text/html; charset=utf-8';
  serve('/static/opening.html', staticPage(book, book.start, 1, '/book/'), html);
  serve('/static/reading.html', staticPage(book, book.start, book.sections.length, '/book/'), html);

  const start = book.sections[book.start];
  if (!start) throw new Error('The book has no section to start at.');

  function subject(peer: PeerName, query: Record<string, string>): Subject {
    const url = `${server.origin}/${peer}/${peer}.html?${new URLSearchParams(query)}`;
    return {
      name: peerPackages[peer],
      version: wanted.includes(peer) ? peerVersion(peer) : '',
      kind: 'peer',
      openingUrl: url,
      readingUrl: url,
      pagesTag: null,
    };
  }

  for (const peer of wanted) {
    for (const [path, file] of await buildPeer(peer)) server.files.set(path, file);
  }
  const subjects: Subject[] = [
    {
      name: 'static page',
      version: '',
      kind: 'floor',
      openingUrl: `${server.origin}/static/opening.html`,
      readingUrl: `${server.origin}/static/reading.html`,
      pagesTag: null,
    },
    subject('epubjs', { book: '/book.epub', href: start.href }),
    subject('epubjs-0.3', { book: '/book.epub', href: start.href }),
    subject('foliate-js', { book: '/book.epub', href: start.path }),
    subject('readium', { manifest: '/book/manifest.json', href: start.path }),
    unpacked(subject('epubjs-0.3', { book: `/book/${book.packagePath}`, href: start.href })),
    unpacked(subject('foliate-js', { unpacked: '/book/', href: start.path })),
  ];
  return subjects.filter(({ name }) => isWanted(name));
}

function unpacked(one: Subject): Subject {
  return { ...one, name: `${one.name} unpacked`, readingUrl: null };
}
