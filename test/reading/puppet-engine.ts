import { launch } from 'puppeteer-core';
import { chromiumFlags, chromiumPath } from '../../scripts/chromium.js';
import { firefoxMissing, firefoxPath } from '../../scripts/firefox.js';
import { askTimeoutMs, callOf, type Engine } from './engine.ts';

/** Chromium and Firefox speak WebDriver BiDi or Chromium's own protocol; one client knows both. */
export async function openPuppet(name: 'chromium' | 'firefox'): Promise<Engine> {
  const browser = await launch({
    ...programOf(name),
    protocolTimeout: askTimeoutMs,
    defaultViewport: { width: 1400, height: 1300 },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(askTimeoutMs);
  return {
    async open(url) {
      await page.goto(url, { waitUntil: 'load' });
    },
    ask: (method, ...args) => page.evaluate(callOf(method, args)),
    close: () => browser.close(),
  };
}

function programOf(name: 'chromium' | 'firefox') {
  if (name === 'chromium') {
    return { browser: 'chrome' as const, executablePath: chromiumPath(), args: chromiumFlags() };
  }
  const executablePath = firefoxPath();
  if (!executablePath) throw new Error(firefoxMissing() ?? '');
  return { browser: 'firefox' as const, executablePath };
}
