import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that Linux gives to outgoing connections, one of which could take the port before
 * it is used.
 */
const [lowest, highest] = [20_000, 32_000];
const maxTries = 100;

/** Returns a port on which nothing listens. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const port = randomInt(lowest, highest);
    if (await isFree(port, host)) return port;
  }
  throw new Error(`No free port on ${host} from ${lowest} to ${highest}.`);
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
