import { servedPageUrl } from '../../shared/embed-code.ts';
import type { Embed } from '../../server/reading-sessions/contract.ts';
import { ApiError } from '../api/request.ts';

/** A public book as the served page contains it. Pages without a session get it from `post`. */
type ServedBook = Omit<Embed, 'session'> & { session: object };

/**
 * Opens a public book as its served page does, which needs no key.
 *
 * @throws ApiError
 */
export async function openPreviewBook(bookId: string, signal: AbortSignal): Promise<Embed> {
  const attributes = new Map([['book', bookId]]);
  const url = servedPageUrl({ origin: '', attributes, tokens: new Map() });
  const page = await (await send(url, { signal })).text();
  const [, json = 'null'] = /<script type="application\/json">(.*?)<\/script>/s.exec(page) ?? [];
  const book: ServedBook = JSON.parse(json);
  if ('token' in book.session) return asEmbed(book);
  const visit: object = await (await send(url, { method: 'POST', signal })).json();
  return asEmbed({ ...book, ...visit });
}

async function send(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  if (response.ok) return response;
  throw new ApiError('preview_failed', response.status, `The preview failed: ${response.status}.`);
}

/** The server's contract is trusted: both halves are one release. */
function asEmbed(book: ServedBook): Embed {
  return book as Embed;
}
