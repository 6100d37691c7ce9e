import { z } from 'zod';
import { startFileServer } from '../bench/reader/file-server.ts';
import { startSvcServer, uploadBook } from '../bench/reader/svc-server.ts';
import type { EngineName } from '../reading/engine.ts';
import type { Violation, ForbiddenAction, Policy } from './violation.ts';
import { hostPage, hostScript } from './host-page.ts';
import { installForbiddenActions } from './forbidden-actions.ts';
import { startTrapProxy } from './trap-proxy.ts';
import { installPageMonitor } from './page-monitor.ts';
import { MonitoredEngine } from './monitored-engine.ts';

/** The whole product, running, with a monitored browser. */
export interface HostileEnvironment {
  /** The id of the book, or why it was rejected. */
  import(epub: Uint8Array): Promise<{ id: string } | { code: string; detail: string }>;
  /** Opens a book in the reader on a host page. */
  open(bookId: string, policy: Policy): Promise<Violation[]>;
  /** Opens the server-rendered page of a book, without the policy that the server sends with it. */
  openServed(bookId: string): Promise<Violation[]>;
  /** Opens a URL as a top-level page. */
  openAlone(url: string): Promise<Violation[]>;
  visit(section: number): Promise<Violation[]>;
  openPanels(): Promise<Violation[]>;
  /**
   * Performs a forbidden action from within the open section. Ends as soon as a violation of this
   * kind is detected.
   */
  misbehave(action: ForbiddenAction, kind?: Violation['kind']): Promise<Violation[]>;
  /** Number of a book's sections, and the URL of its files. */
  describe(bookId: string): Promise<{ sections: number; address: (path: string) => string }>;
  close(): Promise<void>;
}

const Created = z.object({ key: z.string() });
const Embed = z.object({
  data: z.object({
    session: z.object({ content: z.string(), resourceQuery: z.string() }),
    readingOrder: z.array(z.unknown()),
  }),
});

export async function openHostileEnvironment(name: EngineName): Promise<HostileEnvironment> {
  const pages = await startFileServer();
  // The rate limit is for real readers, who never open a book every second.
  const server = await startSvcServer([], pages.origin, { SVC_BURST_LIMIT: 'off' });
  const trap = await startTrapProxy();
  const engine = new MonitoredEngine(name, trap, isOwn);
  const { key } = Created.parse(server.svc('keys', 'create', '--tier', 'unlimited'));
  const put = (path: string, text: string, mediaType: string) =>
    pages.files.set(path, {
      bytes: Buffer.from(text),
      mediaType: `${mediaType}; charset=utf-8`,
    });
  put(
    '/watch.js',
    `(${installPageMonitor.toString()})(${JSON.stringify(server.api)});
(${installForbiddenActions.toString()})("https://trap.example");`,
    'text/javascript',
  );
  put('/host.js', hostScript(server), 'text/javascript');
  put('/strict', hostPage(server.api, 'strict'), 'text/html');
  put('/none', hostPage(server.api, 'none'), 'text/html');

  /** Requests of the reader, the host page and the engine itself. */
  function isOwn(url: string): boolean {
    if (url.startsWith(`${server.api}/`)) return true;
    const path = url.startsWith(`${pages.origin}/`) ? url.slice(pages.origin.length) : null;
    if (path !== null) return /^\/(?:watch\.js|host\.js|favicon\.ico)$/.test(path);
    // Engines draw the buttons of their media players from such URLs, which are not network
    // requests.
    return /^(?:about|data):/.test(url);
  }

  return {
    import: (epub) => uploadBook(server.api, key, epub),
    async open(bookId, policy) {
      const faults = await engine.open(`${pages.origin}/${policy}?book=${bookId}`);
      return [...faults, ...(await engine.ask('opened'))];
    },
    async openServed(bookId) {
      const url = `${server.api}/v1/reader/embed?book=${bookId}&key=${server.key}&format=html`;
      const answer = await fetch(url, { headers: { accept: 'text/html' } });
      const page = (await answer.text())
        .replaceAll(/\b(src|href)="\/(?!\/)/g, `$1="${server.api}/`)
        .replace('<head>', `<head><script src="${pages.origin}/watch.js"></script>`);
      put(`/served/${bookId}`, page, 'text/html');
      const faults = await engine.open(`${pages.origin}/served/${bookId}`);
      pages.files.delete(`/served/${bookId}`);
      return [...faults, ...(await engine.ask('look'))];
    },
    openAlone: (url) => engine.open(url),
    visit: (section) => engine.ask('visit', section),
    openPanels: () => engine.ask('openPanels'),
    misbehave: (action, kind = action) => engine.provoke(action, kind),
    async describe(bookId) {
      const answer = await fetch(`${server.api}/v1/reader/embed?book=${bookId}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const { session, readingOrder } = Embed.parse(await answer.json()).data;
      const { content, resourceQuery } = session;
      return {
        sections: readingOrder.length,
        address: (path) => `${content}/resources/${path}?${resourceQuery}`,
      };
    },
    async close() {
      await Promise.all([engine.close(), trap.close(), server.close(), pages.close()]);
    },
  };
}
