// Finds or installs WordPress, PHP and MariaDB for the WordPress tests.
import { existsSync } from 'node:fs';
import { findProgram, installPackages } from './programs.js';

const packages = [
  'wordpress',
  'wordpress-theme-twentytwentythree',
  'php-cli',
  'php-mysql',
  'php-curl',
  'php-mbstring',
  'php-xml',
  'php-gd',
  'mariadb-server',
];

/** WordPress folders: the one in `WORDPRESS_PATH`, and that of Debian's package. */
const wordpressFolders = [process.env.WORDPRESS_PATH, '/usr/share/wordpress'];

/**
 * Returns the programs and the folder that the tests need, or null if they are unavailable.
 *
 * @returns {{ php: string; mariadb: string; initialize: string; wordpress: string } | null}
 */
export function findWordpress() {
  return find() ?? (installPackages('--no-install-recommends', ...packages), find());
}

/** Returns why the WordPress tests are skipped, or null if they run. */
export function wordpressMissingReason() {
  return findWordpress()
    ? null
    : 'WordPress, PHP or MariaDB is not installed (apt-get install wordpress wordpress-theme-twentytwentythree php-cli php-mysql mariadb-server)';
}

function find() {
  const php = findProgram('php');
  const mariadb =
    findProgram('mariadbd') ?? ['/usr/sbin/mariadbd'].find((path) => existsSync(path));
  const initialize = findProgram('mariadb-install-db');
  const wordpress = wordpressFolders.find(
    (folder) =>
      folder &&
      existsSync(`${folder}/wp-load.php`) &&
      // Without its theme, WordPress serves empty pages.
      existsSync(`${folder}/wp-content/themes/twentytwentythree`),
  );
  return php && mariadb && initialize && wordpress ? { php, mariadb, initialize, wordpress } : null;
}
