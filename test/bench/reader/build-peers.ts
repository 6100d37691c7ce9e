import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { ServedFile } from './file-server.ts';

const peersFolder = fileURLToPath(new URL('../peers/', import.meta.url));

/** Peers with a page in `test/bench/peers`, and their package names. */
export const peerPackages = {
  epubjs: 'epubjs',
  'epubjs-0.3': 'epubjs',
  'foliate-js': 'foliate-js',
  readium: '@readium/navigator',
} as const;

/** The older version of epub.js is installed under a second name. */
const installedAs = { ...peerPackages, 'epubjs-0.3': 'epubjs-0.3' };

export type PeerName = keyof typeof peerPackages;

/** Installs from the peers' own lock file, which is separate from the project's. */
export function installPeers(): void {
  const installed = join(peersFolder, 'node_modules/.package-lock.json');
  const wanted = join(peersFolder, 'package-lock.json');
  if (existsSync(installed) && hasSamePackages(installed, wanted)) return;
  console.error('Installing the peers (once) …');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
    cwd: peersFolder,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error('npm ci failed in test/bench/peers: check the network.');
}

/** Installed version of a peer's package. */
export function peerVersion(peer: PeerName): string {
  const file = join(peersFolder, 'node_modules', installedAs[peer], 'package.json');
  return String(asRecord(JSON.parse(readFileSync(file, 'utf8')))['version']);
}

/** A peer's page, bundled and minified as its users would ship it. Paths start with `/{peer}/`. */
export async function buildPeer(peer: PeerName): Promise<Map<string, ServedFile>> {
  const result = await build({
    root: peersFolder,
    base: `/${peer}/`,
    configFile: false,
    logLevel: 'error',
    build: {
      target: 'es2022',
      write: false,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input: join(peersFolder, `${peer}.html`) },
    },
  });
  const files = new Map<string, ServedFile>();
  for (const { output } of [result].flat().filter((part) => 'output' in part)) {
    for (const file of output) {
      const content = file.type === 'chunk' ? file.code : file.source;
      const path = `/${peer}/${file.fileName}`;
      files.set(path, { bytes: Buffer.from(content), mediaType: mediaTypeOf(path) });
    }
  }
  return files;
}

function mediaTypeOf(path: string): string {
  if (path.endsWith('.js')) return 'text/javascript; charset=utf-8';
  if (path.endsWith('.css')) return 'text/css; charset=utf-8';
  if (path.endsWith('.html')) return 'text/html; charset=utf-8';
  return 'application/octet-stream';
}

function hasSamePackages(installed: string, wanted: string): boolean {
  return packagesOf(installed) === packagesOf(wanted);
}

function packagesOf(lockFile: string): string {
  return Object.entries(asRecord(asRecord(JSON.parse(readFileSync(lockFile, 'utf8')))['packages']))
    .filter(([path]) => path !== '')
    .map(([path, entry]) => `${path}@${String(asRecord(entry)['version'])}`)
    .sort()
    .join('\n');
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}
