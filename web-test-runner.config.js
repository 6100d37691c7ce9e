import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { engines } from './scripts/engines.js';
import { testRunnerMessages } from './scripts/messages-plugins.js';
import { startApiServer } from './test/src/fixtures/api-server.ts';
import { realInputPlugin } from './test/src/fixtures/real-input-plugin.ts';

const engine = process.env.SVC_TEST_ENGINE ?? 'chromium';
const launch = engines[engine];
if (!launch)
  throw new Error(
    `Unknown engine ${engine}. Available engines: ${Object.keys(engines).join(', ')}.`,
  );
const api = await startApiServer();

/**
 * Runs the component's tests in a real browser, selected by `SVC_TEST_ENGINE`, with a real HTTP
 * server that implements the API with small books.
 */
export default {
  files: 'test/src/**/*.test.ts',
  // Without an explicit port, the runner may choose that of another engine's run that starts at the
  // same time.
  port: 12_000 + (process.pid % 8_000),
  // Tests use the libraries as published, without their development warnings.
  nodeResolve: { exportConditions: ['production'] },
  // A second page would be a hidden tab, which receives no animation frames.
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
  // Only for tests that hang. A busy machine is slow.
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
      <body>
        <script>
          // Not a failure: https://drafts.csswg.org/resize-observer/#deliver-resize-error. The engine delivers the
          // remaining notifications in the next frame.
          addEventListener('error', (event) => {
            if (event.message.startsWith('ResizeObserver loop')) event.stopImmediatePropagation();
          });
        </script>
        <script type="module" src="${framework}"></script>
      </body>
    </html>`,
};
