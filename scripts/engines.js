import { chromeLauncher } from '@web/test-runner-chrome';
import {
  chromiumFlags,
  firefoxMissingReason,
  firefoxPath,
  headlessChromiumPath,
} from './browsers.js';
import { startWebkitDriver } from './webkit.js';

/**
 * Browser launchers of the component's tests, by engine.
 *
 * @type {Record<string, () => import('@web/test-runner').BrowserLauncher |
 * Promise<import('@web/test-runner').BrowserLauncher>>}
 */
export const engines = {
  chromium: () =>
    named(
      'Chromium',
      chromeLauncher({
        launchOptions: { executablePath: headlessChromiumPath(), args: chromiumFlags() },
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
          // Events for each request take half of the time, and no test uses them.
          networkEnabled: false,
          executablePath,
          // Allows tests to play recordings without a user gesture, like Chromium's autoplay flag.
          extraPrefsFirefox: { 'media.autoplay.default': 0 },
        },
      }),
    );
  },

  async webkit() {
    // Loaded on demand because it includes a large WebDriver client.
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
    // If the browser has crashed, start a new one for the following test files.
    launcher.startSession = async (id, url) => {
      const isAlive = await launcher.driver?.getTitle().then(
        () => true,
        () => false,
      );
      if (isAlive === false) {
        console.error('WebKit crashed. Starting a new browser for the next test file.');
        clearInterval(launcher.pendingHeartbeat);
        launcher.driver = undefined;
        launcher.driverManager = undefined;
        await driver.stop();
        driver = await startWebkitDriver();
        options.port = driver.port;
      }
      await launcher.ensureManagerInitialized();
      // The launcher does not handle this promise, which rejects if the next page replaces one that
      // is still loading.
      launcher.driverManager.startSession(id, url).catch(({ message }) => {
        console.error(`WebKit failed to load ${url}: ${message}`);
      });
    };
    return named('WebKit', launcher);
  },
};

function named(name, launcher) {
  launcher.name = name;
  return launcher;
}
