import { bookmarkLabel, sortedByPosition, type Annotation } from './annotation.ts';

/** Characters that Markdown would take for its own. */
const specialCharacters = /[\\`*_{}[\]<>#|~]/g;

/**
 * The marks of a book as Markdown, chapter by chapter.
 *
 * @param words - Already translated; `date`: a day, of an ISO instant.
 */
export function annotationsToMarkdown(
  marks: readonly Annotation[],
  title: string,
  words: { bookmark: string; date: (iso: string) => string },
): string {
  const lines = [`# ${escapeLine(title)}`];
  let heading = '';
  for (const mark of sortedByPosition(marks)) {
    if (mark.heading !== heading) {
      heading = mark.heading;
      lines.push(`## ${escapeLine(heading)}`);
    }
    const quote = mark.quote.exact.trim();
    const text =
      mark.kind === 'bookmark' ? `${words.bookmark}: ${bookmarkLabel(mark.quote)}` : quote;
    lines.push(blockQuote(text));
    if (mark.note) lines.push(paragraphs(mark.note).join('\n\n'));
    lines.push(`*${escapeLine(words.date(mark.createdAt))}*`);
  }
  return `${lines.join('\n\n')}\n`;
}

function blockQuote(text: string): string {
  return paragraphs(text)
    .map((line) => `> ${line}`)
    .join('\n>\n');
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n+/)
    .map((line) => escapeLine(line))
    .filter((line) => line !== '');
}

/** One line in which nothing is markup: not a heading, list or rule either. */
function escapeLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(specialCharacters, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^([-+=])/, '\\$1');
}
