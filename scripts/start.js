// npm start: installs and builds whatever is missing, then runs the demo on the embedded database.
import { spawn } from 'node:child_process';
import { environment, install, node, root, run } from './setup.js';

install();
run('scripts/build.js', '--if-stale');

const server = spawn(node, ['demo/start.ts'], { cwd: root, env: environment, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
