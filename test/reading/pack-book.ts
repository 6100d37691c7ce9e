import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Contents of a generated EPUB. */
export interface BookFiles {
  title: string;
  /** XHTML documents by name, in reading order. */
  sections: Record<string, string>;
  /** Further files by name, with their media types. */
  resources: Record<string, { mediaType: string; content: string }>;
}

/** Packs a generated EPUB. The same contents give the same bytes. */
export function packBook({ title, sections, resources }: BookFiles): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (name: string, content: string, compress = true) =>
    zip.addBuffer(Buffer.from(content), name, {
      compress,
      mtime: new Date('2026-01-01T00:00:00Z'),
      forceDosTimestamp: true,
    });
  const names = Object.keys(sections);
  const items = names.map(
    (name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const others = Object.entries(resources).map(
    ([name, { mediaType }], at) => `<item id="r${at}" href="${name}" media-type="${mediaType}"/>`,
  );
  const links = names.map((name) => `<li><a href="${name}.xhtml">${name}</a></li>`);
  add('mimetype', 'application/epub+zip', false);
  add(
    'META-INF/container.xml',
    `<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
  );
  add(
    'package.opf',
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:0b1e3d5a-94f1-4e4e-8f0e-2b7a1c5e1100</dc:identifier>
<dc:title>${title}</dc:title><dc:language>en</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${others.join('')}${items.join('')}</manifest>
<spine>${names.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`,
  );
  add(
    'nav.xhtml',
    `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en"><head><title>Contents</title></head><body><nav epub:type="toc"><ol>${links.join('')}</ol></nav></body></html>`,
  );
  for (const [name, { content }] of Object.entries(resources)) add(name, content);
  for (const [name, content] of Object.entries(sections)) add(`${name}.xhtml`, content);
  zip.end();
  return buffer(zip.outputStream);
}
