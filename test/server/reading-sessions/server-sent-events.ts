import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

export interface ReceivedEvent {
  id: string;
  type: string;
  data: { href: string; title: string; chapter: { id: string; revision: number } };
}

/**
 * Reads server-sent events one by one. `next` returns null at the end. Comments are collected
 * separately.
 */
export function eventReader(response: Response) {
  const comments: string[] = [];
  const lines = createInterface({ input: requireBody(response) })[Symbol.asyncIterator]();
  return {
    comments,
    async next(): Promise<ReceivedEvent | null> {
      const fields: Record<string, string> = {};
      for (;;) {
        const { value: line, done } = await lines.next();
        if (done) return null;
        const [, name = '', value = ''] = /^([a-z]*): ?(.*)$/.exec(line) ?? [];
        if (line.startsWith(':')) comments.push(value);
        else if (line !== '') fields[name] = value;
        else if (fields.event) {
          const { id = '', event, data = '' } = fields;
          return { id, type: event, data: JSON.parse(data) };
        }
      }
    },
  };
}

function requireBody({ body }: Response): Readable {
  if (!body) throw new Error('The response has no body.');
  return Readable.fromWeb(body as ReadableStream);
}
