// Checks the syntax of the WordPress plugin's PHP files. If PHP is missing, the script prints why
// it skips the check.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { findProgram } from './programs.js';
import { root } from './setup.js';

const php = findProgram('php');
if (!php) console.log('skipped: PHP is not installed');
else {
  for (const file of globSync('{integrations,test/wordpress}/**/*.php', { cwd: root })) {
    const { status, stdout } = spawnSync(php, ['-l', file], { cwd: root, encoding: 'utf8' });
    if (status === 0) continue;
    console.log(stdout);
    process.exitCode = 1;
  }
}
