import { chromium, type Browser } from 'playwright';
import { z } from 'zod';
import { chromiumFlags, chromiumPath } from '../../scripts/browsers.js';
import { startFileServer } from '../bench/reader/file-server.ts';
import { startSvcServer, uploadBook } from '../bench/reader/svc-server.ts';
import { hostPage, hostScript } from './host-page.ts';
import { ReaderScreen } from './reader-screen.ts';

/** The whole product, running: the real server with its own database, and a browser. */
export interface ReadingSystem {
  /** The id of the book, or why the import was rejected. */
  import(epub: Uint8Array): Promise<{ id: string } | { refusal: string }>;
  /** Opens a book in the browser's only page and replaces the previous book. */
  open(bookId: string, shape: { width: number; height: number }): Promise<ReaderScreen>;
  close(): Promise<void>;
}

const Created = z.object({ key: z.string() });

export async function startReadingSystem(): Promise<ReadingSystem> {
  const pages = await startFileServer();
  // A fast machine opens more books per minute than the rate limit for readers allows.
  const settings = { SVC_BURST_LIMIT: 'off' };
  const server = await startSvcServer([], pages.origin, settings).catch(async (error: unknown) => {
    await pages.close();
    throw error;
  });
  let browser: Browser | null = null;
  let screen: ReaderScreen | null = null;
  const { key } = Created.parse(server.svc('keys', 'create', '--tier', 'unlimited'));
  const text = (source: string, mediaType: string) => ({
    bytes: Buffer.from(source),
    mediaType: `${mediaType}; charset=utf-8`,
  });
  pages.files.set('/', text(hostPage(server.api), 'text/html'));
  pages.files.set('/host.js', text(hostScript(server), 'text/javascript'));

  return {
    async import(epub) {
      const uploaded = await uploadBook(server.api, key, epub);
      if ('id' in uploaded) return uploaded;
      return { refusal: `${uploaded.code}: ${uploaded.detail}` };
    },
    async open(bookId, shape) {
      browser ??= await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags() });
      if (!screen) {
        const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
        screen = await ReaderScreen.watch(await context.newPage(), [pages.origin, server.api]);
      }
      await screen.open(`${pages.origin}/?book=${bookId}`, shape);
      return screen;
    },
    async close() {
      await browser?.close();
      await server.close();
      await pages.close();
    },
  };
}
