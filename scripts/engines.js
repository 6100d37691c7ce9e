import { chromeLauncher } from '@web/test-runner-chrome';
import { chromiumFlags, chromiumPath } from './chromium.js';
import { firefoxMissing, firefoxPath } from './firefox.js';
import { startWebkitDriver } from './webkit.js';

/**
 * How the component's tests start each engine.
 *
 * @type {Record<string, () => import('@web/test-runner').BrowserLauncher | Promise<import('@web/test-runner').BrowserLauncher>>}
 */
export const engines = {
  chromium: () =>
    named(
      'Chromium',
      chromeLauncher({
        launchOptions: { executablePath: chromiumPath(), args: chromiumFlags() },
      }),
    ),

  firefox: () => {
    const executablePath = firefoxPath();
    if (!executablePath) throw new Error(firefoxMissing());
    return named(
      'Firefox',
      chromeLauncher({ launchOptions: { browser: 'firefox', executablePath } }),
    );
  },

  async webkit() {
    // Loaded where it is wanted: it brings a large client for every driver there is.
    const { webdriverLauncher } = await import('@web/test-runner-webdriver');
    const driver = await startWebkitDriver();
    const launcher = webdriverLauncher({
      hostname: '127.0.0.1',
      port: driver.port,
      path: '/',
      logLevel: 'error',
      capabilities: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: driver.browser, args: ['--automation'] },
        'wdio:enforceWebDriverClassic': true,
      },
    });
    const stop = launcher.stop.bind(launcher);
    launcher.stop = async () => {
      await stop();
      await driver.stop();
    };
    return launcher;
  },
};

function named(name, launcher) {
  launcher.name = name;
  return launcher;
}
