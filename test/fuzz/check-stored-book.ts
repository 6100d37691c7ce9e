import { z } from 'zod';
import type { ImportServer } from './import-server.ts';

const SearchResponse = z.object({ meta: z.object({ total: z.int() }) });

/** What of a stored book cannot be had from the server; empty when it is all there. */
export async function checkStoredBook(server: ImportServer, bookId: string): Promise<string[]> {
  const found: string[] = [];
  const get = async (path: string) => {
    const { status, body } = await server.get(path);
    if (status !== 200) found.push(`${path} answers ${status}`);
    return body;
  };
  await get(`/v1/books/${bookId}`);
  await get(`/v1/books/${bookId}/manifest`);
  await get(`/v1/reader/embed?book=${bookId}`);
  const searched = SearchResponse.safeParse(await get(`/v1/books/${bookId}/search?q=e`));
  if (!searched.success) found.push(`${bookId} cannot be searched`);
  return found;
}
