// Stores the built scripts of the current version in test/releases/, where a test opens each
// released version against the current server. `npm version` runs this before it commits and tags
// the version.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './setup.js';

run('scripts/build.js');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const dist = join(root, 'dist');
const list = join(dist, 'svc-reader/earlier.json');
const earlier = new Set(
  existsSync(list) ? Object.keys(JSON.parse(readFileSync(list, 'utf8'))) : [],
);
const chunks = globSync('*.js', { cwd: join(dist, 'svc-reader') }).filter(
  (name) => !earlier.has(name),
);
mkdirSync(join(root, 'test/releases'), { recursive: true });
const archive = join(root, 'test/releases', `${version}.tgz`);
const files = ['svc-reader.js', ...chunks.map((name) => `svc-reader/${name}`)];
const { status } = spawnSync('tar', ['-czf', archive, '-C', dist, ...files], { stdio: 'inherit' });
if (status !== 0) process.exit(1);
spawnSync('git', ['add', archive], { cwd: root, stdio: 'inherit' });
console.log(`Stored ${files.length} files in test/releases/${version}.tgz.`);
