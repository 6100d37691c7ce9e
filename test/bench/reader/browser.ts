import { chromium, type Browser } from 'playwright';
import { chromiumFlags, chromiumPath } from '../../../scripts/browsers.js';

/** One headless Chromium for a whole run; every measurement opens a context of its own in it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags() });
}
