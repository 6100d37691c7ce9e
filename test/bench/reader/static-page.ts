import { posix } from 'node:path';
import type { BenchBook } from './bench-book.ts';

/**
 * The baseline: the text as plain HTML in two CSS columns, with a few lines of script that turn
 * pages. All sections are in the page and only one is visible, so a turn across a section boundary
 * costs only the layout of its text.
 */
export function staticPage(book: BenchBook, from: number, count: number, base: string): string {
  const sections = book.sections.slice(from, from + count);
  const articles = sections.map(
    (section, index) =>
      `<article${index ? ' hidden' : ''}>${bodyOf(book.files.get(section.path)?.bytes.toString('utf8') ?? '')}</article>`,
  );
  const folder = posix.dirname(sections[0]?.path ?? '');
  const sheets = [...book.files]
    .filter(([, { mediaType }]) => mediaType === 'text/css')
    .map(([path]) => `<link rel="stylesheet" href="${base}${path}">`);
  return `<!doctype html>
<html lang="${book.language}">
<head>
<meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${book.title}</title>
<base href="${base}${folder}/">
${sheets.join('\n')}
<style>
html, body { margin: 0; padding: 0; overflow: hidden }
main { box-sizing: border-box; position: absolute; inset: 40px 60px; overflow: hidden; columns: 2; column-gap: 60px; column-fill: auto }
img { max-width: 100%; max-height: 100% }
</style>
</head>
<body><main>${articles.join('\n')}</main>
<script>
const flow = document.querySelector('main'), articles = flow.children;
let shown = 0;
addEventListener('keydown', ({ key }) => {
  if (key !== 'ArrowRight') return;
  const before = flow.scrollLeft, page = flow.clientWidth + 60;
  if (before + page < flow.scrollWidth) { flow.scrollLeft = before + page; return }
  if (!articles[shown + 1]) return;
  articles[shown].hidden = true;
  articles[++shown].hidden = false;
  flow.scrollLeft = 0;
});
</script>
</body>
</html>
`;
}

function bodyOf(xhtml: string): string {
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(xhtml)?.[1] ?? '';
  // XHTML allows self-closing tags on every element. HTML would leave these elements open.
  return body.replaceAll(/<(a|span|p|div|i|em|b|td|th|section)(\s[^>]*)?\/>/g, '<$1$2></$1>');
}
