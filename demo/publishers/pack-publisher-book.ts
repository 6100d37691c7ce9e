import { readFile } from 'node:fs/promises';
import { zipEpub } from '../book/zip-epub.ts';
import type { Publisher, PublisherBook, BookSection } from './publisher.ts';

/** Packs a publisher's book as an EPUB 3 file. The output is deterministic. */
export async function packPublisherBook({
  id,
  name,
  book,
}: Pick<Publisher, 'id' | 'name' | 'book'>): Promise<Buffer> {
  const file = new URL(`${id}/cover.svg`, import.meta.url);
  const cover = book.cover ? Buffer.from(book.cover) : await readFile(file);
  return zipEpub([
    ['META-INF/container.xml', Buffer.from(container)],
    ['OPS/package.opf', Buffer.from(packageDocument(book, name))],
    ['OPS/nav.xhtml', Buffer.from(navigationDocument(book))],
    ['OPS/style.css', Buffer.from(book.css)],
    ['OPS/cover.svg', cover],
    ...book.sections.map((section): [string, Buffer] => [
      `OPS/${section.id}.xhtml`,
      Buffer.from(xhtmlDocument(section, book.pageSize)),
    ]),
  ]);
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="OPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

function packageDocument(book: PublisherBook, publisher: string): string {
  const [author, sortName] = book.author;
  const { sections, pageSize } = book;
  const xhtml = 'media-type="application/xhtml+xml"';
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">${book.id}</dc:identifier>
    <dc:identifier>urn:isbn:${book.isbn}</dc:identifier>
    <dc:title id="title">${escapeXml(book.title)}</dc:title>
    <meta refines="#title" property="title-type">main</meta>
    ${book.subtitle ? subtitleMetadata(book.subtitle) : ''}
    <dc:creator id="author">${escapeXml(author)}</dc:creator>
    <meta refines="#author" property="role" scheme="marc:relators">aut</meta>
    <meta refines="#author" property="file-as">${escapeXml(sortName)}</meta>
    <dc:language>en</dc:language>
    <dc:publisher>${escapeXml(publisher)}</dc:publisher>
    <dc:description>${escapeXml(book.description)}</dc:description>
    <meta property="dcterms:modified">2026-01-06T00:00:00Z</meta>
    ${pageSize ? '<meta property="rendition:layout">pre-paginated</meta>' : ''}
    <meta name="cover" content="cover"/>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" ${xhtml} properties="nav"/>
    <item id="style" href="style.css" media-type="text/css"/>
    <item id="cover" href="cover.svg" media-type="image/svg+xml" properties="cover-image"/>
    ${sections
      .map(({ id, body }) => {
        const drawn = body.includes('<svg') ? ' properties="svg"' : '';
        return `<item id="${id}" href="${id}.xhtml" ${xhtml}${drawn}/>`;
      })
      .join('\n    ')}
  </manifest>
  <spine>${sections.map(({ id }) => `<itemref idref="${id}"/>`).join('')}</spine>
</package>
`;
}

function subtitleMetadata(text: string): string {
  return `<dc:title id="subtitle">${escapeXml(text)}</dc:title>
    <meta refines="#subtitle" property="title-type">subtitle</meta>`;
}

function navigationDocument({ sections }: PublisherBook): string {
  const entries = sections.map(
    ({ id, title }) => `<li><a href="${id}.xhtml">${escapeXml(title)}</a></li>`,
  );
  const body = `<nav epub:type="toc"><h1>Contents</h1><ol>${entries.join('')}</ol></nav>`;
  return xhtmlDocument({ id: 'nav', title: 'Contents', body });
}

function xhtmlDocument({ title, body }: BookSection, page?: PublisherBook['pageSize']): string {
  const viewport = page
    ? `<meta name="viewport" content="width=${page.width}, height=${page.height}"/>`
    : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en" lang="en">
<head><meta charset="utf-8"/>${viewport}<title>${escapeXml(title)}</title>
<link rel="stylesheet" href="style.css"/></head>
<body>${body}</body>
</html>
`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
