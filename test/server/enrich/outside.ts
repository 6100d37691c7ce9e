import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { after } from 'node:test';
import { enrichers } from '../../../server/enrich/enrichers.ts';
import type { Enricher } from '../../../server/enrich/enricher.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A host outside that speaks the formats of both sources, or whatever the test at hand tells it to. */
export class Outside {
  /** Paths and queries that were asked for. */
  readonly asked: string[] = [];
  url = '';
  /** By the beginning of the path; what is not there is not found. */
  readonly #answers = new Map<string, Answer>();

  on(path: string, answer: Answer): void {
    this.#answers.set(path, answer);
  }

  says(
    path: string,
    body: unknown,
    more: { status?: number; headers?: object; type?: string } = {},
  ) {
    const { status = 200, headers = {}, type = 'application/json; charset=utf-8' } = more;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    this.on(path, (_, response) => {
      response.writeHead(status, { 'Content-Type': type, ...headers }).end(text);
    });
  }

  answer(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? '';
    this.asked.push(url);
    const [, answer] = [...this.#answers].find(([path]) => url.startsWith(path)) ?? [];
    if (answer) answer(request, response);
    else response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}');
  }

  /** One of the sources, as if it were here. */
  source(name: Enricher['name'], timeoutMs = 5000): Enricher {
    const [enricher] = enrichers({
      names: [name],
      openLibraryUrl: this.url,
      googleBooksUrl: this.url,
      fetch,
      now: () => new Date('2026-11-21T12:00:00Z'),
      timeoutMs,
      pauseMs: 1,
    });
    if (!enricher) throw new Error(`There is no source ${name}.`);
    return enricher;
  }
}

/** A host on a port of the system's choice; closed when the tests around it are done. */
export async function outside(): Promise<Outside> {
  const host = new Outside();
  const server = createServer((request, response) => host.answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('There is no port.');
  host.url = `http://127.0.0.1:${address.port}`;
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return host;
}

export const isbn = '9780306406157';

/** An edition as `/api/books?jscmd=data` has it. */
export function openLibraryData(changes: object = {}) {
  return {
    [`ISBN:${isbn}`]: {
      url: 'https://openlibrary.org/books/OL1M/The_Quiet_Harbour',
      key: '/books/OL1M',
      title: 'The Quiet Harbour',
      subtitle: 'A Novel of the Coast',
      authors: [{ url: 'https://openlibrary.org/authors/OL1A', name: 'Ann Author' }],
      identifiers: { isbn_10: ['0306406152'], openlibrary: ['OL1M'] },
      publishers: [{ name: 'Harbour Press' }],
      publish_date: 'May 16, 2005',
      number_of_pages: 312,
      subjects: [{ name: 'Harbours', url: 'https://openlibrary.org/subjects/harbours' }],
      cover: { large: 'https://covers.openlibrary.org/b/id/7-L.jpg' },
      ...changes,
    },
  };
}

/** A volume as Google Books has it. */
export function googleVolume(changes: object = {}) {
  return {
    kind: 'books#volume',
    id: 'x',
    volumeInfo: {
      title: 'The Quiet Harbour',
      authors: ['Ann Author'],
      publisher: 'Harbour Press, London',
      publishedDate: '2005-05',
      description: '<p>A <b>harbour</b> &amp; its people.</p><script>alert(1)</script><p>Calm.</p>',
      industryIdentifiers: [{ type: 'ISBN_13', identifier: isbn }],
      pageCount: 320,
      categories: ['Fiction'],
      imageLinks: { thumbnail: 'http://books.google.com/books/content?id=x&img=1' },
      language: 'en',
      ...changes,
    },
  };
}

/** What Google Books answers. */
export function googleVolumes(...items: object[]) {
  return { kind: 'books#volumes', totalItems: items.length, items };
}
