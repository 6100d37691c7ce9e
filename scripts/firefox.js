// Finds a Firefox for the component's tests, or installs one.
import { chosenProgram, findProgram } from './find-program.js';
import { installPackages } from './install-packages.js';

/**
 * The executable: `FIREFOX_PATH`, one on the PATH, or Debian's, installed now; null where there is none.
 *
 * @returns {string | null}
 */
export function firefoxPath() {
  const find = () => chosenProgram('FIREFOX_PATH') ?? findProgram('firefox', 'firefox-esr');
  return find() ?? (installPackages('firefox-esr'), find()) ?? null;
}

/** Why there are no tests in Firefox here; null when there are. */
export function firefoxMissing() {
  return firefoxPath()
    ? null
    : 'Firefox is not installed: install one, or set FIREFOX_PATH to its executable';
}
