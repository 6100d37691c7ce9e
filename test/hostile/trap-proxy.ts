import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Violation } from './violation.ts';

/** A proxy that answers nothing and records the requested URLs. */
export interface TrapProxy {
  /** `127.0.0.1:1234`. */
  address: string;
  /** Requests recorded since the last call. */
  takeRequests(): Violation[];
  close(): Promise<void>;
}

/** Receives every browser request that leaves this machine. */
export async function startTrapProxy(): Promise<TrapProxy> {
  let recorded: Violation[] = [];
  const record = (what: string) => {
    // Requests of a browser to its vendor are not caused by the page.
    if (
      !/(?:mozilla|firefox|google|gstatic|googleapis|digicert|webkitgtk)\.(?:org|com|net)/.test(
        what,
      )
    )
      recorded.push({ kind: 'request', what: what.slice(0, 300) });
  };
  const proxy = createServer((request, response) => {
    record(request.url ?? '');
    response.writeHead(502).end();
  }).on('connect', (request, socket) => {
    record(`https://${request.url}`);
    socket.end('HTTP/1.1 502 Caught\r\n\r\n');
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const { port } = proxy.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    takeRequests() {
      const taken = recorded;
      recorded = [];
      return taken;
    },
    close: () =>
      new Promise<void>((resolve) => {
        proxy.closeAllConnections();
        proxy.close(() => resolve());
      }),
  };
}
