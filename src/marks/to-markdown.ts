import { firstWords } from './first-words.ts';
import { inBookOrder, type Mark } from './mark.ts';

/** Characters that Markdown would take for its own. */
const special = /[\\`*_{}[\]<>#|~]/g;

/**
 * The marks of a book as Markdown, chapter by chapter.
 *
 * @param words - Already translated; `date`: a day, of an ISO instant.
 */
export function toMarkdown(
  marks: readonly Mark[],
  title: string,
  words: { bookmark: string; date: (iso: string) => string },
): string {
  const lines = [`# ${plain(title)}`];
  let heading = '';
  for (const mark of inBookOrder(marks)) {
    if (mark.heading !== heading) {
      heading = mark.heading;
      lines.push(`## ${plain(heading)}`);
    }
    const quote = mark.quote.exact.trim();
    const text = mark.kind === 'bookmark' ? `${words.bookmark}: ${firstWords(mark.quote)}` : quote;
    lines.push(quoted(text));
    if (mark.note) lines.push(paragraphs(mark.note).join('\n\n'));
    lines.push(`*${plain(words.date(mark.createdAt))}*`);
  }
  return `${lines.join('\n\n')}\n`;
}

function quoted(text: string): string {
  return paragraphs(text)
    .map((line) => `> ${line}`)
    .join('\n>\n');
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n+/)
    .map((line) => plain(line))
    .filter((line) => line !== '');
}

/** One line in which nothing is markup: not a heading, list or rule either. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(special, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^([-+=])/, '\\$1');
}
