import type { Config } from './config.ts';

/**
 * Origin that readers reach the server at, without a trailing slash.
 *
 * @param port - Where it listens, if the system picked one.
 */
export function publicUrlOf(
  { publicUrl, host, port: configured }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  port = configured,
): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
