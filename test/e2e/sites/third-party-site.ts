import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** A third-party site on its own origin. */
export interface ThirdPartySite {
  origin: string;
  /** HTML responses by path. */
  pages: Map<string, string>;
  close(): Promise<void>;
}

/**
 * @param host - A name of this machine. The browser treats each name as a separate site.
 * @param headers - Additional headers of every page.
 */
export async function startThirdPartySite(
  host: 'localhost' | '127.0.0.1' = 'localhost',
  headers: Record<string, string> = {},
): Promise<ThirdPartySite> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const html = pages.get(new URL(request.url ?? '/', 'http://site').pathname);
    response.writeHead(html === undefined ? 404 : 200, {
      'Content-Type': 'text/html; charset=utf-8',
      ...headers,
    });
    response.end(html);
  }).listen(0);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://${host}:${port}`,
    pages,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A publishable key of the demo account for these origins. */
export function createPublishableKey(...origins: string[]): string {
  const command = ['keys', 'create', '--account', 'demo', '--tier', 'unlimited', '--publishable'];
  const originFlags = origins.flatMap((origin) => ['--origin', origin]);
  const output = execFileSync(
    process.execPath,
    ['server/cli.js', ...command, ...originFlags, '--json'],
    {
      cwd: new URL('../../..', import.meta.url).pathname,
      env: { ...process.env, SVC_DATA: process.env.SVC_E2E_DATA },
      encoding: 'utf8',
    },
  );
  return String(JSON.parse(output).key);
}

/** Id of the demo book, from the demo page. */
export async function findDemoBook(server: string): Promise<string> {
  const html = await (await fetch(`${server}/demo/snippet.html`)).text();
  return /book="(bk_\w+)"/.exec(html)?.[1] ?? '';
}
