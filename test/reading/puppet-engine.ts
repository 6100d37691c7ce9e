import { launch, type Page } from 'puppeteer-core';
import { chromiumFlags, chromiumPath } from '../../scripts/chromium.js';
import { firefoxMissing, firefoxPath } from '../../scripts/firefox.js';
import { askTimeoutMs, callOf, type Engine, type EngineOptions } from './engine.ts';

/** Chromium and Firefox speak WebDriver BiDi or Chromium's own protocol; one client knows both. */
export async function openPuppet(
  name: 'chromium' | 'firefox',
  { object, hear, proxy }: EngineOptions,
): Promise<Engine> {
  const browser = await launch({
    ...programOf(name, proxy),
    protocolTimeout: askTimeoutMs,
    defaultViewport: { width: 1400, height: 1300 },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(askTimeoutMs);
  if (hear) watch(page, hear);
  return {
    async open(url) {
      await page.goto(url, { waitUntil: 'load' });
    },
    ask: (method, ...args) => page.evaluate(callOf(method, args, object)),
    close: () => browser.close(),
  };
}

function watch(page: Page, hear: NonNullable<EngineOptions['hear']>): void {
  page.on('request', (request) => hear('request', request.url()));
  page.on('requestfailed', (request) => {
    if (/^(?:csp|origin)$/.test(request.failure()?.errorText ?? '')) hear('stopped', request.url());
  });
  page.on('framenavigated', (frame) => {
    // What a frame asked for and did not get was told as a request.
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

function programOf(name: 'chromium' | 'firefox', proxy: string | undefined) {
  if (name === 'chromium') {
    const args = proxy ? [`--proxy-server=${proxy}`] : [];
    return {
      browser: 'chrome' as const,
      executablePath: chromiumPath(),
      args: [...chromiumFlags(), ...args],
    };
  }
  const executablePath = firefoxPath();
  if (!executablePath) throw new Error(firefoxMissing() ?? '');
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
