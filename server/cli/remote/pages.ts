import { unwrap } from '../../../client/index.ts';
import { type RemoteServer, request } from './server.ts';

interface Page<Item> {
  data: Item[];
  meta: { nextCursor: string | null };
}

/** Every list accepts this limit. */
const pageSize = 50;

/** Reads a list page by page, up to `limit` items. @throws RemoteError */
export async function collectPages<Item>(
  server: RemoteServer,
  limit: number,
  readPage: (query: { limit: number; cursor?: string }) => Promise<{
    data?: Page<Item>;
    error?: unknown;
    response: Response;
  }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: Math.min(pageSize, limit - items.length), ...(cursor && { cursor }) };
    const page: Page<Item> = await request(server, () => unwrap(readPage(query)));
    items.push(...page.data);
    cursor = page.meta.nextCursor;
  } while (cursor !== null && items.length < limit);
  return items;
}
