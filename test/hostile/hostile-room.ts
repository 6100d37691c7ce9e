import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { startFileServer } from '../bench/reader/file-server.ts';
import { startSvcServer } from '../bench/reader/svc-server.ts';
import { openEngine, type Engine, type EngineName } from '../reading/engine.ts';
import { installWatch, type Fault as SeenFault } from './watch.ts';

/** With the strictest policy that the reader promises to run under, or with none at all. */
export type Policy = 'strict' | 'none';

/** What happened that no book may cause; a request is one to anywhere but the server. */
export type Fault =
  | SeenFault
  | { kind: 'request' | 'dialog' | 'navigation' | 'window'; what: string };

/** The whole product, running, with a browser under watch. */
export interface HostileRoom {
  /** The id of the book, or why it was refused. */
  import(epub: Uint8Array): Promise<{ id: string } | { code: string; detail: string }>;
  /** Opens a book in the reader on a host's page. */
  open(bookId: string, policy: Policy): Promise<Fault[]>;
  /** Opens the page that the server makes of a book, without the policy that comes with it. */
  openServed(bookId: string): Promise<Fault[]>;
  /** Opens an address by itself. */
  openAlone(url: string): Promise<Fault[]>;
  visit(section: number): Promise<Fault[]>;
  openPanels(): Promise<Fault[]>;
  misbehave(): Promise<Fault[]>;
  /** How many sections a book has, and where a browser finds its files. */
  describe(bookId: string): Promise<{ sections: number; address: (path: string) => string }>;
  close(): Promise<void>;
}

const Created = z.object({ key: z.string() });
const Answer = z.object({ data: z.object({ id: z.string() }) });
const Problem = z.object({ code: z.string(), detail: z.string().default('') });
const Embed = z.object({
  data: z.object({
    session: z.object({ content: z.string(), resourceQuery: z.string() }),
    readingOrder: z.array(z.unknown()),
  }),
});

export async function openHostileRoom(name: EngineName): Promise<HostileRoom> {
  const pages = await startFileServer();
  const server = await startSvcServer([], pages.origin);
  const trap = await startTrap();
  let heard: Fault[] = [];
  let address = '';
  const engine: Engine = await openEngine(name, {
    object: 'hostileWatch',
    proxy: trap.address,
    hear: (kind, what) => {
      if (kind === 'navigation' && (what === address || what === 'about:blank')) return;
      if (kind === 'request' && isOwn(what)) return;
      heard.push({ kind, what: what.slice(0, 300) });
    },
  });
  const { key } = Created.parse(server.svc('keys', 'create', '--tier', 'unlimited'));
  const put = (path: string, text: string, mediaType: string) =>
    pages.files.set(path, {
      bytes: Buffer.from(text),
      mediaType: `${mediaType}; charset=utf-8`,
    });
  put(
    '/watch.js',
    `(${installWatch.toString()})(${JSON.stringify(server.api)});`,
    'text/javascript',
  );
  put('/host.js', hostScript(server), 'text/javascript');
  put('/strict', hostPage(server.api, policyOf(server.api)), 'text/html');
  put('/none', hostPage(server.api, null), 'text/html');

  /** What the reader, the host's page and the engine itself ask for. */
  function isOwn(url: string): boolean {
    if (url === address || url.startsWith(`${server.api}/`)) return true;
    const path = url.startsWith(`${pages.origin}/`) ? url.slice(pages.origin.length) : null;
    if (path !== null) return /^\/(?:watch\.js|host\.js|favicon\.ico)$/.test(path);
    // Engines draw the buttons of their own players with such addresses, which lead nowhere.
    return /^(?:about|data):/.test(url);
  }

  const taken = (seen: SeenFault[]): Fault[] => {
    const told = [...heard, ...seen, ...trap.taken()];
    heard = [];
    return told;
  };
  const ask = async (method: string, ...args: unknown[]) => {
    const seen = await told(engine.ask(method, ...args));
    if (name !== 'webkit') return taken(seen);
    const fetched = (await engine.ask('fetched')) as string[];
    const foreign = fetched.filter((url) => !isOwn(url));
    return taken([
      ...seen,
      ...foreign.map((what): Fault => ({ kind: 'request', what })),
    ] as SeenFault[]);
  };
  const load = async (url: string) => {
    await engine.open('about:blank');
    heard = [];
    trap.taken();
    address = url;
    await engine.open(url);
  };

  return {
    async import(epub) {
      const response = await fetch(`${server.api}/v1/books`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/epub+zip' },
        body: Buffer.from(epub),
      });
      const body: unknown = await response.json();
      if (response.ok) return { id: Answer.parse(body).data.id };
      const { code, detail } = Problem.parse(body);
      return { code, detail };
    },
    async open(bookId, policy) {
      await load(`${pages.origin}/${policy}?book=${bookId}`);
      return ask('opened');
    },
    async openServed(bookId) {
      const url = `${server.api}/v1/reader/embed?book=${bookId}&key=${server.key}&format=html`;
      const answer = await fetch(url, { headers: { accept: 'text/html' } });
      const page = (await answer.text())
        .replaceAll(/\b(src|href)="\/(?!\/)/g, `$1="${server.api}/`)
        .replace('<head>', `<head><script src="${pages.origin}/watch.js"></script>`);
      put(`/served/${bookId}`, page, 'text/html');
      await load(`${pages.origin}/served/${bookId}`);
      pages.files.delete(`/served/${bookId}`);
      return ask('look');
    },
    async openAlone(url) {
      await load(url);
      return taken([]);
    },
    visit: (section) => ask('visit', section),
    openPanels: () => ask('openPanels'),
    misbehave: () => ask('misbehave'),
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
      await engine.close();
      await trap.close();
      await server.close();
      await pages.close();
    },
  };
}

/** Where every request of the browser ends that is not for this machine. */
async function startTrap() {
  let caught: Fault[] = [];
  const heard = (what: string) => {
    // What browsers ask of their makers is no page's doing.
    if (
      !/(?:mozilla|firefox|google|gstatic|googleapis|digicert|webkitgtk)\.(?:org|com|net)/.test(
        what,
      )
    )
      caught.push({ kind: 'request', what: what.slice(0, 300) });
  };
  const proxy = createServer((request, response) => {
    heard(request.url ?? '');
    response.writeHead(502).end();
  }).on('connect', (request, socket) => {
    heard(`https://${request.url}`);
    socket.end('HTTP/1.1 502 Caught\r\n\r\n');
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const { port } = proxy.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    taken() {
      const told = caught;
      caught = [];
      return told;
    },
    close: () =>
      new Promise<void>((resolve) => {
        proxy.closeAllConnections();
        proxy.close(() => resolve());
      }),
  };
}

/** What the watch answers has the type that it says: both are of this folder. */
async function told(answer: Promise<unknown>): Promise<SeenFault[]> {
  return (await answer) as SeenFault[];
}

function policyOf(api: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${api}`,
    ...['connect', 'img', 'font', 'media'].map((kind) => `${kind}-src ${api}`),
    "require-trusted-types-for 'script'",
  ].join('; ');
}

function hostPage(api: string, policy: string | null): string {
  const meta = policy ? `<meta http-equiv="Content-Security-Policy" content="${policy}">` : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">${meta}<title>A publisher</title>
<script src="/watch.js"></script><script src="/host.js"></script>
<script type="module" src="${api}/svc-reader.js"></script>
</head><body></body></html>
`;
}

function hostScript({ api, key }: { api: string; key: string }): string {
  return `addEventListener('DOMContentLoaded', () => {
  localStorage.clear();
  const reader = document.createElement('svc-reader');
  const wanted = { api: ${JSON.stringify(api)}, key: ${JSON.stringify(key)}, locale: 'en',
    book: new URLSearchParams(location.search).get('book') };
  for (const [name, value] of Object.entries(wanted)) reader.setAttribute(name, value);
  Object.assign(reader.style, { display: 'block', blockSize: '90vh' });
  document.body.append(reader);
});
`;
}
