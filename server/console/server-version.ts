import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Package = z.object({ version: z.string() });

/** The version in the package's description. */
export function serverVersion(): string {
  const url = new URL('../../package.json', import.meta.url);
  return Package.parse(JSON.parse(readFileSync(url, 'utf8'))).version;
}
