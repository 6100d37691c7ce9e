import { chromium, type Browser } from 'playwright';
import { chromiumFlags, chromiumPath } from '../../../scripts/browsers.js';

/** One headless Chromium for a whole run. Each measurement uses a new browser context. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags() });
}
