import { z } from 'zod';
import type { ImportServer } from './import-server.ts';

const SearchResponse = z.object({ meta: z.object({ total: z.int() }) });

/** Parts of a stored book that the server fails to deliver; empty if all are available. */
export async function checkStoredBook(server: ImportServer, bookId: string): Promise<string[]> {
  const found: string[] = [];
  const get = async (path: string) => {
    const { status, body } = await server.get(path);
    if (status !== 200) found.push(`${path} returns ${status}`);
    return body;
  };
  await get(`/v1/books/${bookId}`);
  await get(`/v1/books/${bookId}/manifest`);
  await get(`/v1/reader/embed?book=${bookId}`);
  const searched = SearchResponse.safeParse(await get(`/v1/books/${bookId}/search?q=e`));
  if (!searched.success) found.push(`${bookId} cannot be searched`);
  return found;
}
