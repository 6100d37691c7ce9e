import { packBook } from './pack-book.ts';

const prose =
  'The rusty freighter drifted towards the red spot while nobody on the bridge dared to speak. ';
const verse = 'یہ گلیوں کے آوارہ بیکار کتے کہ بخشا';
const chinese = '大道之行也，天下為公。選賢與能，講信修睦，故人不獨親其親，不獨子其子。';

const paragraphs = (count: number, text = prose.repeat(3)) =>
  Array.from({ length: count }, () => `<p>${text}</p>`).join('\n');

/** Whole sections whose style sheets publish text in ways that pages cannot show as stated. */
const sections: Record<string, { attributes?: string; css: string; body: string }> = {
  // The direction means the order of the columns, but would let the lines begin at the bottom.
  upright: {
    attributes: 'lang="zh-Hant" dir="rtl"',
    css: 'html { writing-mode: vertical-rl; direction: rtl; text-orientation: upright } body { writing-mode: vertical-rl; text-align-last: justify } h2 { writing-mode: horizontal-tb; break-after: page }',
    body: `<section><h2>第一節　何謂雙行夾注</h2>${paragraphs(9, chinese.repeat(4))}<h2>第二節</h2>${paragraphs(4, chinese)}</section>`,
  },
  // Layout programs state line heights of 0 for lines that are set to a grid.
  crowded: {
    css: 'h1 { font-size: 4em; line-height: 0; margin: 5px 0 } .quote { font-size: 2.5em; line-height: 0; margin: 50px 100px 20px; text-align: justify } .text { font-size: 1.4em; line-height: 0.5 } sup { line-height: 0 }',
    body: `<div><h1>CHAPTER II</h1><h1>THE SEVEN PRINCIPLES</h1></div><div><p class="quote"><span>“${prose}”</span></p><p class="quote"><span>— THE AUTHOR.</span></p></div>${paragraphs(3)}<p class="text">${prose.repeat(3)}</p><p>${prose}<sup>1</sup> ${prose.repeat(2)}</p>`,
  },
  // Each line of verse has the height of one line.
  verses: {
    attributes: 'lang="ur" dir="rtl"',
    css: 'body { display: flex; flex-direction: column; word-spacing: 0.25em } .stanza { padding: 1em; width: 13em } .stretch { height: 2.25em; text-align: justify } .stretch span { width: 100%; display: inline-block }',
    body: Array.from(
      { length: 5 },
      () =>
        `<div class="stanza">${`<div class="stretch">${verse}<span></span></div>`.repeat(6)}</div>`,
    ).join(''),
  },
  pictures: {
    css: '.high img { height: 3em } .low { max-height: 4em } .share { max-width: 40% }',
    body: `<p class="high"><img src="picture.svg" alt=""/></p><p><img class="low" src="picture.svg" alt=""/></p><p><img class="share" src="picture.svg" alt=""/></p>`,
  },
  // The character is a picture with the width of a letter.
  character: {
    attributes: 'lang="ja"',
    css: 'html { writing-mode: vertical-rl } .gaiji img { width: 1em }',
    body: `<p>${chinese}<span class="gaiji"><img src="picture.svg" alt="外"/></span>${chinese}</p>`,
  },
};

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600" viewBox="0 0 800 600"><rect width="800" height="600"/></svg>';

/** An EPUB with these sections. */
export function buildPublisherSections(): Promise<Buffer> {
  const documents = Object.entries(sections).map(([name, { attributes = '', css, body }]) => [
    name,
    `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" ${attributes}>
<head><title>${name}</title><style>${css}</style></head><body>${body}</body></html>`,
  ]);
  return packBook({
    title: 'Sections of Publishers',
    sections: Object.fromEntries(documents),
    resources: { 'picture.svg': { mediaType: 'image/svg+xml', content: picture } },
  });
}
