import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromiumFlags, chromiumPath } from './scripts/chromium.js';
import { startApiServer } from './test/src/fixtures/api-server.ts';

const api = await startApiServer();

/** The component's tests: real Chromium, and a real HTTP server that speaks the API with small books. */
export default {
  files: 'test/src/**/*.test.ts',
  // What is tested is what ships: the libraries without their development warnings.
  nodeResolve: { exportConditions: ['production'] },
  // A second page would be a hidden tab, which gets no animation frames.
  concurrency: 1,
  plugins: [
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: fileURLToPath(new URL('./tsconfig.json', import.meta.url)),
    }),
  ],
  browsers: [
    chromeLauncher({ launchOptions: { executablePath: chromiumPath(), args: chromiumFlags() } }),
  ],
  testFramework: { config: { timeout: 30_000 } },
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
