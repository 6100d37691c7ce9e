import { createHash } from 'node:crypto';
import { escapeText } from 'entities';
import type { Book } from '../books/contract.ts';

const style =
  ':root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; } body { max-width: 36rem; margin: 3rem auto; padding: 0 1rem; } img { max-width: 10rem; height: auto; }';

/** Allows only the page's style and the cover. */
export const promotionPagePolicy = `default-src 'none'; img-src https: data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** Renders the page that link previews and crawlers get instead of the redirect to the shop. */
export function renderPromotionPage(book: Book, canonical: string, shopUrl: string): string {
  const authors = book.contributors.filter(({ role }) => role === 'aut').map(({ name }) => name);
  const description = (book.description ?? book.subtitle ?? '').slice(0, 300);
  const meta = (name: string, value: string | number | null | undefined) =>
    value ? `<meta property="${name}" content="${attribute(String(value))}">\n` : '';
  const { cover } = book;
  return `<!doctype html>
<html lang="${attribute(book.languages[0] ?? 'en')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(book.title)}</title>
<style>${style}</style>
<meta name="robots" content="noindex">
<meta name="description" content="${attribute(description)}">
${meta('og:type', 'book')}${meta('og:title', [book.title, authors.join(', ')].filter(Boolean).join(' – '))}${meta('og:description', description)}${meta('og:url', canonical)}${meta('og:site_name', book.publisher)}${meta('og:image', cover?.url)}${meta('og:image:width', cover?.width)}${meta('og:image:height', cover?.height)}<meta name="twitter:card" content="summary">
</head>
<body>
${cover ? `<img src="${attribute(cover.url)}" alt="">\n` : ''}<h1>${escapeText(book.title)}</h1>
<p>${escapeText(authors.join(', '))}</p>
<p><a href="${attribute(shopUrl)}" rel="nofollow sponsored">${escapeText(new URL(shopUrl).host)}</a></p>
</body>
</html>
`;
}

function attribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}
