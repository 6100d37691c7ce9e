import { chromeLauncher } from '@web/test-runner-chrome';
import { chromiumFlags, chromiumPath, firefoxMissingReason, firefoxPath } from './browsers.js';
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
    if (!executablePath) throw new Error(firefoxMissingReason());
    return named(
      'Firefox',
      chromeLauncher({
        launchOptions: {
          browser: 'firefox',
          executablePath,
          // As Chromium’s own flag: nobody presses anything before a test plays a recording.
          extraPrefsFirefox: { 'media.autoplay.default': 0 },
        },
      }),
    );
  },

  async webkit() {
    // Loaded where it is wanted: it brings a large client for every driver there is.
    const { webdriverLauncher } = await import('@web/test-runner-webdriver');
    let driver = await startWebkitDriver();
    const options = {
      hostname: '127.0.0.1',
      port: driver.port,
      path: '/',
      logLevel: 'error',
      connectionRetryCount: 0,
      capabilities: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': {
          binary: driver.browser,
          args: ['--automation', '--autoplay-policy=allow'],
        },
        'wdio:enforceWebDriverClassic': true,
      },
    };
    const launcher = webdriverLauncher(options);
    const stop = launcher.stop.bind(launcher);
    launcher.stop = async () => {
      await stop();
      await driver.stop();
    };
    // A browser that has died takes the file with it that it ran, not those that follow.
    launcher.startSession = async (id, url) => {
      const isAlive = await launcher.driver?.getTitle().then(
        () => true,
        () => false,
      );
      if (isAlive === false) {
        console.error('WebKit has died: the next file has a new one.');
        clearInterval(launcher.pendingHeartbeat);
        launcher.driver = undefined;
        launcher.driverManager = undefined;
        await driver.stop();
        driver = await startWebkitDriver();
        options.port = driver.port;
      }
      await launcher.ensureManagerInitialized();
      // The launcher's own way leaves this promise to nobody, and the next page ends it where it still loads.
      launcher.driverManager.startSession(id, url).catch(({ message }) => {
        console.error(`WebKit gave up ${url}: ${message}`);
      });
    };
    return named('WebKit', launcher);
  },
};

function named(name, launcher) {
  launcher.name = name;
  return launcher;
}
