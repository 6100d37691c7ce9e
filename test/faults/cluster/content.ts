import { hash } from 'node:crypto';
import { z } from 'zod';
import { Embed } from '../../../server/reading-sessions/contract.ts';
import { buildEpub } from '../../server/epub/fixtures/build-epub.ts';
import type { Content } from './load.ts';

const chapterCount = 40;

/** Imports a book over HTTP, opens it, and returns its sections. */
export async function createContent(url: string, key: string): Promise<Content[]> {
  const chapters = Array.from(
    { length: chapterCount },
    (_, chapter) => `<h1>${chapter}</h1>${`<p>Paragraph of chapter ${chapter}.</p>`.repeat(100)}`,
  );
  const bytes = await buildEpub({ chapters, metadata: { title: 'A book that is read' } });
  const authorization = { Authorization: `Bearer ${key}` };
  const imported = await fetch(`${url}/v1/books`, {
    method: 'POST',
    headers: { ...authorization, 'Content-Type': 'application/epub+zip' },
    body: new Uint8Array(bytes),
  });
  const text = await imported.text();
  if (!imported.ok) throw new Error(text);
  const { data: book } = z.object({ data: z.object({ id: z.string() }) }).parse(JSON.parse(text));
  const opened = await fetch(`${url}/v1/reader/embed?book=${book.id}`, { headers: authorization });
  const { session } = z.object({ data: Embed }).parse(await opened.json()).data;
  const base = new URL(session.content, url).pathname;
  const headers = { Authorization: `Bearer ${session.token}` };
  const content: Content[] = [];
  for (let at = 0; at < chapterCount; at += 1) {
    const path = `${base}/sections/${at}`;
    const response = await fetch(url + path, { headers });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    content.push({ path, headers, sha256: hash('sha256', await response.bytes()) });
  }
  return content;
}
