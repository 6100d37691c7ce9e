// npm run dev: runs the server with the demo and rebuilds the component. Both restart on every
// change.
import { spawn } from 'node:child_process';
import { environment, install, node, root, run } from './setup.js';

install();
run('scripts/build.js', '--if-stale');

const options = { cwd: root, env: environment, stdio: 'inherit' };
const children = [
  spawn('vite', ['build', '--watch', '--logLevel', 'warn'], options),
  spawn(node, ['--watch', '--watch-path=server', '--watch-path=demo', 'demo/start.ts'], options),
];
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => children.forEach((child) => child.kill(signal)));
}
