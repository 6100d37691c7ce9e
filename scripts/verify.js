// npm run verify: checks formatting, lint rules, types and layers, and runs the fast tests, in
// under a minute. With --static, it skips the tests.
import { spawnSync } from 'node:child_process';
import { environment, install, root } from './setup.js';

install();

const checks = {
  format: ['oxfmt', '--check'],
  lint: ['oxlint', '--deny-warnings'],
  types: ['tsc', '-p', '.'],
  docs: ['node', 'scripts/docs.js', '--check'],
  client: ['node', 'scripts/client.js', '--check'],
  terms: ['node', 'scripts/terms.js'],
  php: ['node', 'scripts/lint-php.js'],
};
const fast = {
  layers: ['node', '--test', 'test/layers.test.ts'],
  messages: ['node', '--test', 'test/messages.test.ts'],
  epub: ['node', '--test', 'test/server/epub/*.test.ts'],
  keys: ['node', '--test', 'test/server/keys/*.test.ts'],
  component: ['wtr'],
};

let failed = 0;
const wanted = process.argv.includes('--static') ? checks : { ...checks, ...fast };
for (const [name, [command, ...args]] of Object.entries(wanted)) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env: environment,
    encoding: 'utf8',
  });
  console.log(`${status === 0 ? '✔' : '✘'} ${name}`);
  if (status !== 0) {
    failed += 1;
    console.log(`${stdout}${stderr}`);
  }
}
process.exitCode = failed > 0 ? 1 : 0;
