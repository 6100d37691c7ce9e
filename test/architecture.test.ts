import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { it } from 'node:test';

const root = new URL('../', import.meta.url);

it('docs/architecture.md names only files and folders that exist', () => {
  const page = readFileSync(new URL('docs/architecture.md', root), 'utf8');
  const paths = Array.from(
    page.matchAll(
      /`((?:src|server|shared|console|client|test|scripts|docs|demo|deploy)\/[\w./-]*)`/g,
    ),
    ([, path = '']) => path,
  );
  assert.ok(paths.length > 50);
  assert.deepEqual(
    paths.filter((path) => path !== 'shared/' && !existsSync(new URL(path, root))),
    [],
  );
});
