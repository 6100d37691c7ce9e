import { packBook } from './pack-book.ts';
import { seededRandom } from '../bench/reader/seeded-random.ts';

/**
 * An EPUB with content that is hard to paginate. Each section has one kind between plain
 * paragraphs.
 */
export function buildStressBook(): Promise<Buffer> {
  const documents = Object.entries(sections).map(([name, body]) => [name, page(name, body)]);
  return packBook({
    title: 'A Hard Book',
    sections: Object.fromEntries(documents),
    resources: { 'book.css': { mediaType: 'text/css', content: styleSheet } },
  });
}

const random = seededRandom(7);
const syllables = ['ra', 'te', 'mi', 'so', 'lun', 'der', 'fal', 'ke', 'vo', 'ni', 'bar', 'ost'];

function words(count: number): string {
  const word = () =>
    Array.from(
      { length: 1 + Math.floor(random() * 4) },
      () => syllables[Math.floor(random() * syllables.length)],
    ).join('');
  return Array.from({ length: count }, word).join(' ');
}

function paragraphs(count: number): string {
  return Array.from({ length: count }, () => `<p>${words(60)}.</p>`).join('\n');
}

function rows(count: number, columns: number): string {
  const cells = () => Array.from({ length: columns }, () => `<td>${words(3)}</td>`).join('');
  return Array.from({ length: count }, () => `<tr>${cells()}</tr>`).join('');
}

const japanese = '春の夜の夢の浮橋とだえして峰にわかるる横雲の空。山路を登りながらこう考えた。';
const arabic = 'كان يا ما كان في قديم الزمان رجل يقرأ كتابا طويلا لا ينتهي. ';

const sections: Record<string, string> = {
  tables: `${paragraphs(2)}<table>${rows(60, 3)}</table>${paragraphs(1)}<table class="wide">${rows(4, 14)}</table>${paragraphs(2)}`,
  code: `${paragraphs(1)}<pre>${Array.from({ length: 90 }, () => words(18)).join('\n')}</pre>${paragraphs(1)}`,
  floats: `${paragraphs(1)}<div class="side">${words(40)}</div>${paragraphs(4)}<div class="side">${words(30)}</div>${paragraphs(3)}`,
  breaks: `<h1>${words(3)}</h1>${paragraphs(1)}<h1>${words(3)}</h1><h2>${words(4)}</h2>${paragraphs(3)}<div class="new">${paragraphs(1)}</div>`,
  boxes: `<div class="inline">${paragraphs(14)}</div><div class="flex"><div>${paragraphs(8)}</div></div><div class="cut">${paragraphs(12)}</div>`,
  placed: `<div class="loose">${words(20)}</div>${paragraphs(3)}<div class="frame"><span class="loose">${words(2)}</span>${paragraphs(1)}</div>`,
  nested: `<div><div><section>${paragraphs(9)}</section>${paragraphs(2)}</div></div>${words(30)}<ul>${Array.from({ length: 30 }, () => `<li>${words(12)}</li>`).join('')}</ul>`,
  vertical: `<div class="down" lang="ja">${Array.from({ length: 60 }, () => `<p>${japanese}<ruby>漢<rt>かん</rt></ruby></p>`).join('')}</div>`,
  arabic: `<div dir="rtl" lang="ar">${Array.from({ length: 40 }, () => `<p>${arabic.repeat(4)}</p>`).join('')}</div>`,
};

function page(name: string, body: string): string {
  const attributes =
    name === 'arabic' ? ' dir="rtl"' : name === 'vertical' ? ' class="vertical"' : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en"${attributes}>
<head><title>${name}</title><link rel="stylesheet" type="text/css" href="book.css"/></head><body${attributes}>${body}</body></html>`;
}

const styleSheet = `
.vertical { writing-mode: vertical-rl; }
.wide td { white-space: nowrap; }
.side { float: right; width: 40%; margin: 0 0 1em 1em; }
h1 { break-before: page; }
.new { break-before: column; }
.inline { display: inline-block; }
.flex { display: flex; }
.cut { overflow: hidden; height: 3000px; }
.loose { position: absolute; top: 0; left: 0; }
.frame { position: relative; padding-top: 2em; }
`;
