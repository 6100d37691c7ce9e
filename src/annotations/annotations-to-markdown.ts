import { bookmarkLabel, sortedByPosition, type Annotation } from './annotation.ts';

/** Characters with a special meaning in Markdown. */
const specialCharacters = /[\\`*_{}[\]<>#|~]/g;

/**
 * Formats a book's annotations as Markdown, grouped by chapter.
 *
 * @param text - Translated texts, in which `date` formats the day of an ISO instant.
 */
export function annotationsToMarkdown(
  annotations: readonly Annotation[],
  title: string,
  text: { bookmark: string; date: (iso: string) => string },
): string {
  const lines = [`# ${escapeLine(title)}`];
  let heading = '';
  for (const annotation of sortedByPosition(annotations)) {
    if (annotation.heading !== heading) {
      heading = annotation.heading;
      lines.push(`## ${escapeLine(heading)}`);
    }
    const quote = annotation.quote.exact.trim();
    const passage =
      annotation.kind === 'bookmark'
        ? `${text.bookmark}: ${bookmarkLabel(annotation.quote)}`
        : quote;
    lines.push(blockQuote(passage));
    if (annotation.note) lines.push(paragraphs(annotation.note).join('\n\n'));
    lines.push(`*${escapeLine(text.date(annotation.createdAt))}*`);
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

/** Collapses text to one line and escapes all its markup, including headings, lists and rules. */
function escapeLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(specialCharacters, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^([-+=])/, '\\$1');
}
