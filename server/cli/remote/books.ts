import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Schemas, unwrap } from '../../../client/index.ts';
import type { BookPatch } from '../../books/book-input.ts';
import { describeFileError } from '../file-error.ts';
import { nameOptions } from '../option-names.ts';
import { printJson, printTable } from '../print.ts';
import { collectPages } from './pages.ts';
import { RemoteError, type RemoteServer, request } from './server.ts';

/** Members not selected by the request are missing. */
type Book = Partial<Schemas['Book']> & { id: string };

/** Prints the account's and the public books, newest first, or those that match a query. */
export async function listBooks(
  server: RemoteServer,
  { query, limit, json }: { query?: string; limit: number; json?: boolean },
): Promise<void> {
  const sort = query === undefined ? '-updatedAt' : undefined;
  const books = await collectPages(server, limit, (page) =>
    server.api.GET('/v1/books', { params: { query: { q: query, sort, ...page } } }),
  );
  if (json) return printJson(books);
  const rows = books.map(({ id, title, contributors, languages, visibility }) => ({
    id,
    title: title ?? '',
    by: authorsOf(contributors),
    language: (languages ?? []).join(', '),
    visible: visibility ?? '',
  }));
  printTable(rows, query === undefined ? 'No books yet.' : `No book matches "${query}".`);
}

export async function showBook(
  server: RemoteServer,
  bookId: string,
  json?: boolean,
): Promise<void> {
  const path = { bookId };
  const { data } = await request(server, () =>
    unwrap(server.api.GET('/v1/books/{bookId}', { params: { path } })),
  );
  printBook(data, json);
}

/** Changes a book's price, sample and buy link. */
export async function sellBook(
  server: RemoteServer,
  bookId: string,
  patch: BookPatch,
  json?: boolean,
): Promise<void> {
  printBook(await changeBook(server, bookId, patch), json);
}

/** Changes the visibility of books, one at a time. */
export async function changeVisibility(
  server: RemoteServer,
  ids: string[],
  visibility: 'public' | 'private',
): Promise<{ id: string; title: string; visibility: string; wholeTextIsFree: boolean }[]> {
  const changed = [];
  for (const id of ids) {
    const { title = '', access } = await changeBook(server, id, { visibility });
    const wholeTextIsFree = !access || access.mode === 'free';
    changed.push({ id, title, visibility, wholeTextIsFree });
  }
  return changed;
}

/** Uploads a cover, or removes the uploaded one. */
export async function changeCover(
  server: RemoteServer,
  bookId: string,
  image: Uint8Array | null,
): Promise<void> {
  const path = { bookId };
  await request(server, () =>
    unwrap(
      image
        ? server.api.PUT('/v1/books/{bookId}/cover', {
            params: { path },
            // The server detects the type.
            headers: { 'Content-Type': 'image/jpeg' },
            body: '',
            bodySerializer: () => image,
          })
        : server.api.DELETE('/v1/books/{bookId}/cover', { params: { path } }),
    ),
  );
}

export async function removeBook(
  server: RemoteServer,
  bookId: string,
  json?: boolean,
): Promise<void> {
  const path = { bookId };
  await request(server, () =>
    unwrap(server.api.DELETE('/v1/books/{bookId}', { params: { path } })),
  );
  if (json) printJson({ id: bookId, removed: true });
  else console.log(`Removed ${bookId}.`);
}

/** Uploads EPUB files, one at a time. The exit code is 1 if any was rejected. */
export async function importBooks(
  server: RemoteServer,
  files: string[],
  options: { visibility: 'public' | 'private'; patch: BookPatch | null; json?: boolean },
): Promise<void> {
  const outcomes = [];
  for (const file of files) {
    const outcome = await importBook(server, file, options);
    outcomes.push(outcome);
    if (!options.json) console.log(lineOf(outcome));
    if ('error' in outcome) process.exitCode = 1;
  }
  if (options.json) printJson(outcomes);
}

type Outcome = { file: string } & (
  | { error: string }
  | { id: string; title: string; warnings: { code: string; message: string }[] }
);

async function importBook(
  server: RemoteServer,
  file: string,
  { visibility, patch }: { visibility: 'public' | 'private'; patch: BookPatch | null },
): Promise<Outcome> {
  const bytes = await readFile(file).catch(describeFileError);
  if (typeof bytes === 'string') return { file, error: bytes };
  try {
    const { data, meta, isNew } = await request(server, async () => {
      const sent = await server.api.POST('/v1/books', {
        // A book with a sample must not be public before its sample is set.
        params: { query: { visibility: patch ? 'private' : visibility } },
        headers: { 'Content-Type': 'application/epub+zip' },
        body: '',
        bodySerializer: () => bytes,
      });
      return { ...(await unwrap(Promise.resolve(sent))), isNew: sent.response.status === 201 };
    });
    const isPublished = visibility === 'public' && data.visibility !== 'public';
    const changes = { ...patch, ...(isPublished && { visibility }) };
    if (Object.keys(changes).length > 0)
      await changeBook(server, data.id, changes).catch((error: unknown) =>
        rejectOptions(server, data.id, isNew, error),
      );
    return { file, id: data.id, title: data.title, warnings: meta.warnings };
  } catch (error) {
    if (error instanceof RemoteError) return { file, error: nameOptions(error.message) };
    throw error;
  }
}

/** Removes the new book of a rejected import. The error states if that fails, too. */
async function rejectOptions(
  server: RemoteServer,
  bookId: string,
  isNew: boolean,
  error: unknown,
): Promise<never> {
  if (!(error instanceof RemoteError) || !isNew) throw error;
  const path = { bookId };
  await request(server, () =>
    unwrap(server.api.DELETE('/v1/books/{bookId}', { params: { path } })),
  ).catch((failure: unknown) => {
    if (!(failure instanceof RemoteError)) throw failure;
    throw new RemoteError(
      `${error.message} The file is stored as the private book ${bookId}, without the options. Repeat the command, or remove the book: svc books remove ${bookId}`,
    );
  });
  throw error;
}

function lineOf(outcome: Outcome): string {
  const name = basename(outcome.file);
  if ('error' in outcome) return `✘ ${name}: ${outcome.error}`;
  const warnings = outcome.warnings.map(({ code, message }) => `\n    ${message} (${code})`);
  return `✔ ${name}  ${outcome.id}  ${outcome.title}${warnings.join('')}`;
}

async function changeBook(server: RemoteServer, bookId: string, body: BookPatch): Promise<Book> {
  const { data } = await request(server, () =>
    unwrap(server.api.PATCH('/v1/books/{bookId}', { params: { path: { bookId } }, body })),
  );
  return data;
}

function printBook(book: Book, json?: boolean): void {
  if (json) return printJson(book);
  const facts = {
    id: book.id,
    title: book.title,
    by: authorsOf(book.contributors),
    language: (book.languages ?? []).join(', '),
    publisher: book.publisher,
    price: book.price && `${book.price.amount} ${book.price.currency}`,
    'buy at': book.buyUrl,
    visible: book.visibility,
  };
  for (const [name, value] of Object.entries(facts)) {
    if (value) console.log(`${name.padEnd(12)} ${value}`);
  }
}

function authorsOf(contributors: Book['contributors']): string {
  const authors = (contributors ?? []).filter(({ role }) => role === 'aut');
  return authors.map(({ name }) => name).join(', ');
}
