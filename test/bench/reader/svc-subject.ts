import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { BenchBook } from './bench-book.ts';
import type { FileServer } from './file-server.ts';
import type { Subject } from './subject.ts';
import { startSvcServer } from './svc-server.ts';

const Package = z.object({ version: z.string() });

/**
 * This project as publishers use it. A script tag on a page of another origin embeds the built
 * component, with a publishable key for that origin. A real server with a separate data folder
 * provides the API. `scriptAlone` makes the same requests with the fewest lines of script, which is
 * the lower bound of any reader that a script tag embeds. `servedPage` is the same section as a
 * page rendered by the server.
 */
export async function startSvcReader(
  book: BenchBook,
  pages: FileServer,
): Promise<{
  subject: Subject;
  scriptAlone: Subject;
  servedPage: string;
  close(): Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-reader-bench-'));
  const file = join(folder, 'book.epub');
  writeFileSync(file, book.epub);
  const server = await startSvcServer([file], pages.origin).finally(() =>
    rmSync(folder, { recursive: true, force: true }),
  );
  const { api, key } = server;
  const id = server.books[0] ?? '';
  const path = `/svc-reader/${id}`;
  pages.files.set(path, {
    bytes: Buffer.from(embedPage({ api, key, book: id, section: book.start })),
    mediaType: 'text/html; charset=utf-8',
  });
  const url = `${pages.origin}${path}`;
  const aloneUrl = `${pages.origin}/script-alone.html`;
  const embed = `${api}/v1/reader/embed?book=${id}&part=${book.start}&key=${key}`;
  pages.files.set('/script-alone.html', {
    bytes: Buffer.from(scriptAlonePage),
    mediaType: 'text/html; charset=utf-8',
  });
  pages.files.set('/script-alone.js', {
    bytes: Buffer.from(scriptAlone(embed)),
    mediaType: 'text/javascript',
  });
  return {
    subject: {
      name: 'svc-reader',
      version: version(),
      kind: 'ours',
      openingUrl: url,
      readingUrl: url,
      pagesTag: 'svc-page',
    },
    scriptAlone: {
      name: 'script alone',
      version: '',
      kind: 'floor',
      openingUrl: aloneUrl,
      readingUrl: null,
      pagesTag: null,
    },
    servedPage: `${api}/v1/reader/embed?book=${id}&key=${key}&chapter=${book.start}&format=html`,
    close: () => server.close(),
  };
}

/** As in the README. The page contains only the reader, so it focuses the reader. */
function embedPage(tag: { api: string; key: string; book: string; section: number }): string {
  const start = tag.section ? ` start="${tag.section}"` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>svc-reader</title>
<style>html, body { margin: 0; block-size: 100% } svc-reader { position: absolute; inset: 0; block-size: auto; --svc-font-size: 16px }</style>
<script type="module" src="${tag.api}/svc-reader.js"></script>
</head>
<body><svc-reader api="${tag.api}" key="${tag.key}" book="${tag.book}"${start}></svc-reader>
<script>addEventListener('svc-open', ({ target }) => setTimeout(() => target.focus()))</script>
</body>
</html>
`;
}

const scriptAlonePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Script alone</title>
<style>html, body { margin: 0; overflow: hidden }
main { box-sizing: border-box; position: absolute; inset: 40px 60px; overflow: hidden; columns: 2; column-gap: 60px; column-fill: auto }</style>
<script type="module" src="/script-alone.js"></script>
</head>
<body><main></main></body>
</html>
`;

/** Requests the book and inserts its first section, without checks, controls or page turns. */
function scriptAlone(embed: string): string {
  return `const { data } = await (await fetch('${embed}', { headers: { Accept: 'application/json' } })).json();
const build = ([tag, second, ...rest]) => {
  const element = document.createElement(tag);
  const children = typeof second === 'string' || Array.isArray(second) ? [second, ...rest] : rest;
  for (const child of children) element.append(typeof child === 'string' ? child : build(child));
  return element;
};
const style = document.createElement('style');
style.textContent = data.first.styles.map((id) => data.styleSheets[id]).join('');
document.querySelector('main').append(style, build(data.first.tree));
`;
}

function version(): string {
  const file = new URL('../../../package.json', import.meta.url);
  return Package.parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
