import { Parser } from 'htmlparser2';

const lineElements =
  /^(?:p|div|li|ul|ol|dl|dt|dd|br|hr|h[1-6]|blockquote|table|tr|section|article|pre)$/;
const skippedElements = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object']);

/** Converts HTML to text with one line per paragraph. Text without markup stays unchanged. */
export function stripMarkup(text: string): string {
  if (!/<[/!?a-z]|&(?:[a-z]+|#\d+|#x[\da-f]+);/i.test(text)) return text;
  let lines = '';
  const silenced: string[] = [];
  const parser = new Parser(
    {
      onopentag(name) {
        if (skippedElements.has(name)) silenced.push(name);
        if (lineElements.test(name)) lines += '\n';
      },
      onclosetag(name) {
        if (silenced.at(-1) === name) silenced.pop();
        if (lineElements.test(name)) lines += '\n';
      },
      ontext(data) {
        if (silenced.length === 0) lines += data.replace(/\s+/g, ' ');
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(text);
  return lines;
}
