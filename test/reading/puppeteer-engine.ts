import { launch, type Page } from 'puppeteer-core';
import {
  chromiumFlags,
  chromiumPath,
  firefoxMissingReason,
  firefoxPath,
  headlessChromiumPath,
} from '../../scripts/browsers.js';
import { askTimeoutMs, callExpression, type Engine, type EngineOptions } from './engine.ts';

/** One client for both protocols: WebDriver BiDi (Firefox) and Chromium's own. */
export async function openPuppeteer(
  name: 'chromium' | 'firefox',
  { object, onEvent, proxy, width = 1400 }: EngineOptions,
): Promise<Engine> {
  const browser = await launch({
    ...launchOptions(name, proxy, !onEvent),
    protocolTimeout: askTimeoutMs,
    defaultViewport: { width, height: 1300 },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(askTimeoutMs);
  if (onEvent) observePage(page, onEvent);
  return {
    async open(url) {
      await page.goto(url, { waitUntil: 'load' });
    },
    call: (method, ...args) => page.evaluate(callExpression(method, args, object)),
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}

function observePage(page: Page, hear: NonNullable<EngineOptions['onEvent']>): void {
  page.on('request', (request) => hear('request', request.url()));
  page.on('requestfailed', (request) => {
    if (/^(?:csp|origin)$/.test(request.failure()?.errorText ?? '')) hear('stopped', request.url());
  });
  page.on('framenavigated', (frame) => {
    // A blocked request from a frame is reported as a request first.
    const isFailed = frame.parentFrame() !== null && frame.url().startsWith('chrome-error:');
    if (!isFailed) hear('navigation', frame.url());
  });
  page.on('dialog', (dialog) => {
    hear('dialog', dialog.message());
    void dialog.dismiss();
  });
  page.on('popup', (other) => {
    hear('window', other?.url() ?? '');
    void other?.close();
  });
}

/** @param isHeadless - Whether no request of another window has to be observed. */
function launchOptions(
  name: 'chromium' | 'firefox',
  proxy: string | undefined,
  isHeadless: boolean,
) {
  if (name === 'chromium') {
    const args = proxy ? [`--proxy-server=${proxy}`] : [];
    return {
      browser: 'chrome' as const,
      executablePath: isHeadless ? headlessChromiumPath() : chromiumPath(),
      args: [...chromiumFlags(), ...args],
    };
  }
  const executablePath = firefoxPath();
  if (!executablePath) throw new Error(firefoxMissingReason() ?? '');
  const [host = '', port = ''] = proxy?.split(':') ?? [];
  const extraPrefsFirefox = proxy
    ? {
        'network.proxy.type': 1,
        'network.proxy.http': host,
        'network.proxy.http_port': Number(port),
        'network.proxy.ssl': host,
        'network.proxy.ssl_port': Number(port),
      }
    : {};
  return { browser: 'firefox' as const, executablePath, extraPrefsFirefox };
}
