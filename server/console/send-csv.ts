import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { type CsvCell, csvLines } from '../values/csv.ts';

/**
 * Rows per part of a file. SQLite and the formatting run in this process, so no other request is
 * served for about 20 ms.
 */
const pageSize = 250;

/** Sends a CSV file while its rows are read, so that long lists need little memory. */
export function sendCsv<Row>(
  reply: FastifyReply,
  fileName: string,
  pages: AsyncIterable<Row[]>,
  columns: Readonly<Record<string, (row: Row) => CsvCell>>,
): FastifyReply {
  const cells = Object.values(columns);
  async function* lines() {
    yield csvLines([Object.keys(columns)]);
    for await (const page of pages) {
      yield csvLines(page.map((row) => cells.map((cell) => cell(row))));
      await setImmediate();
    }
  }
  reply.header('Content-Disposition', `attachment; filename="${fileName}"`);
  reply.type('text/csv; charset=utf-8');
  return reply.send(Readable.from(lines()));
}

/** Reads all rows of a list. @param read - Returns up to `limit` rows after the last one. */
export async function* rowsInPages<Row>(
  read: (last: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | null = null;
  for (;;) {
    const page: Row[] = await read(last, pageSize);
    if (page.length > 0) yield page;
    last = page.at(-1) ?? null;
    if (!last || page.length < pageSize) return;
  }
}
