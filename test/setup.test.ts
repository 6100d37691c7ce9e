import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'svc-setup-'));
after(() => rmSync(folder, { recursive: true }));

/** A Node on the PATH that is older than the project's, or null. */
function findOlderNode(): string | null {
  for (const path of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(path, 'node');
    try {
      const version = execFileSync(node, ['--version'], { encoding: 'utf8' });
      if (Number.parseInt(version.slice(1)) < 24) return node;
    } catch {
      // The folder has no Node.
    }
  }
  return null;
}

describe('the installation of packages', () => {
  const older = findOlderNode();

  it(
    'runs npm again on the installed Node if the system has an older one',
    { skip: older === null && 'No Node older than 24 is on the PATH.' },
    () => {
      const record = join(folder, 'versions');
      const npm = join(folder, 'npm');
      writeFileSync(npm, `#!/bin/sh\nnode --version >> '${record}'\n`);
      chmodSync(npm, 0o755);
      const script = `import('${root}scripts/setup.js').then(({ install }) => install('${folder}'))`;

      execFileSync(older ?? '', ['--eval', script], {
        // The project's Node is not on this PATH.
        env: { PATH: [folder, join(older ?? '', '..'), '/usr/bin', '/bin'].join(delimiter) },
        stdio: 'ignore',
      });

      const versions = readFileSync(record, 'utf8').trim().split('\n');
      assert.equal(versions.length, 2);
      assert.match(versions[1] ?? '', /^v24\./);
    },
  );
});
