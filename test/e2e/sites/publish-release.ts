import { mkdtempSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishComponent } from '../../../server/component/publish-component.ts';
import { componentStore } from '../../../server/component/store.ts';
import { readConfig } from '../../../server/config.ts';
import { openConfiguredDatabase } from '../../../server/open-configured-database.ts';

// Publishes a released version in a running server's database, as a server with that version would:
// node publish-release.ts ARCHIVE VERSION
const [archive = '', version = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'svc-release-'));
execFileSync('tar', ['-xzf', archive, '-C', folder]);
const db = openConfiguredDatabase(readConfig(process.env));
await publishComponent(
  componentStore(db, () => new Date()),
  { folder, version },
);
await db.close();
