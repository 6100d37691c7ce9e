import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { engines } from './scripts/engines.js';
import { testRunnerMessages } from './scripts/messages-plugins.js';
import { startApiServer } from './test/src/fixtures/api-server.ts';
import { realInputPlugin } from './test/src/fixtures/real-input-plugin.ts';

const engine = process.env.SVC_TEST_ENGINE ?? 'chromium';
const launch = engines[engine];
if (!launch) throw new Error(`No engine ${engine}: there are ${Object.keys(engines).join(', ')}.`);
const api = await startApiServer();

/** The component's tests: a real browser, `SVC_TEST_ENGINE`, and a real HTTP server that speaks the API with small books. */
export default {
  files: 'test/src/**/*.test.ts',
  // Left to look for one itself, it may take that of another engine's run, which begins at the same moment.
  port: 12_000 + (process.pid % 8_000),
  // What is tested is what ships: the libraries without their development warnings.
  nodeResolve: { exportConditions: ['production'] },
  // A second page would be a hidden tab, which gets no animation frames.
  concurrency: 1,
  plugins: [
    testRunnerMessages,
    realInputPlugin(),
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: fileURLToPath(new URL('./tsconfig.json', import.meta.url)),
    }),
  ],
  browsers: [await launch()],
  testFramework: { config: { timeout: 60_000 } },
  // Only for what has died: a machine that does other work at the same time is slow.
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 180_000,
  testRunnerHtml: (framework) => `<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Component tests</title>
        <meta name="fixture-api" content="${api.url}" />
        <style>body { margin: 0; }</style>
      </head>
      <body><script type="module" src="${framework}"></script></body>
    </html>`,
};
