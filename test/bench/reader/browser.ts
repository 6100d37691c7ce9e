import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** One headless Chromium for a whole run; every measurement opens a context of its own in it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), args: flags });
}

function browserPath(): string {
  const named = process.env['CHROME_PATH'];
  if (named) return named;
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  const names = ['chromium', 'google-chrome', 'microsoft-edge'];
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable);
  if (!found) throw new Error('No Chromium found: install one or set CHROME_PATH.');
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
