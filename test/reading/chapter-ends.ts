import { seededRandom } from '../bench/reader/seeded-random.ts';
import { packBook } from './pack-book.ts';

const chapters = 40;

/** What books have after the last line of a chapter, and before the page break of the next one. */
const endings = [
  '<br/>',
  '<br/><br/><br/>',
  '<p>&#160;</p>',
  '<p class="gap"> </p>',
  '<p><br/></p>',
  '<div class="gap"><p>&#160;</p></div>',
  '<pre></pre>',
  '<p><a id="A"></a></p>',
  '<span class="page" epub:type="pagebreak" id="A" title="7"></span>',
  '<a id="A"></a>',
  '<div class="clear"></div>',
  '<hr class="none"/>',
  '<hr/>',
];

/**
 * An EPUB whose chapters begin on new pages and end with empty boxes of all kinds, at many places
 * on a page.
 */
export function buildChapterEnds(): Promise<Buffer> {
  const random = seededRandom(11);
  random();
  let ids = 0;
  const pick = () => endings[Math.floor(random() * endings.length)] ?? '';
  const ending = () =>
    Array.from({ length: 1 + Math.floor(random() * 5) }, pick)
      .join('\n')
      .replaceAll('id="A"', () => `id="a${ids++}"`);
  const line = () => `<p class="line">${'ab '.repeat(3)}</p>`;
  const chapter = (at: number) =>
    `<h2>${at}</h2>${Array.from({ length: 12 + Math.floor(random() * 24) }, line).join('')}`;
  const kinds = {
    headings: (at: number) => `${chapter(at)}${ending()}`,
    boxes: (at: number) => `<div class="chapter">${chapter(at)}${ending()}</div>${ending()}`,
    after: (at: number) => `<div class="closed">${chapter(at)}${ending()}</div>`,
  };
  const sections = Object.entries(kinds).map(([kind, make]) => [
    kind,
    page(kind, Array.from({ length: chapters }, (_, at) => make(at)).join('\n')),
  ]);
  return packBook({
    title: 'Ends of chapters',
    sections: Object.fromEntries(sections),
    resources: { 'book.css': { mediaType: 'text/css', content: styleSheet } },
  });
}

function page(kind: string, body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en">
<head><title>${kind}</title><link rel="stylesheet" type="text/css" href="book.css"/></head><body class="${kind}">${body}</body></html>`;
}

const styleSheet = `
.headings h2, .chapter { page-break-before: always; }
.closed { page-break-after: always; }
.chapter { margin: 3em 0; }
.gap { margin: 2em 0; height: 1em; }
.clear { clear: both; margin: 1em 0 2em; }
.none { display: none; }
`;
