import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { parseSync } from 'oxc-parser';
import { chunks } from '../scripts/chunks.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const listed: string[] = Object.values(chunks).flat();

/** The reader's modules that load on demand, without their extension. */
function lazyModules(): string[] {
  return globSync('src/**/*.ts', { cwd: root }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return [...source.matchAll(/import\('(\.[^']+)\.ts'\)/g)].map(([, path = '']) =>
      join(dirname(file), path).replaceAll('\\', '/').replace('src/', ''),
    );
  });
}

/** Names of the files that each built file imports before it runs, except those of messages. */
function staticImports(): Map<string, string[]> {
  const files = globSync('dist/svc-reader/*.js.map', { cwd: root });
  return new Map(
    files.map((map) => {
      const file = map.replace(/\.map$/, '');
      const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'));
      return [file, module.staticImports.map(({ moduleRequest }) => moduleRequest.value)];
    }),
  );
}

/** The built file that contains a module. */
function fileOf(module: string): string {
  const map = globSync('dist/svc-reader/*.js.map', { cwd: root }).find((one) =>
    readFileSync(join(root, one), 'utf8').includes(`${module}"`),
  );
  assert.ok(map, `No file contains ${module}.`);
  return map.replace(/\.map$/, '');
}

const kilobytes = (...files: string[]) =>
  [...new Set(files)].reduce(
    (sum, file) => sum + readFileSync(join(root, `${file}.br`)).length / 1000,
    0,
  );

describe('the files that load after the first text', () => {
  it('combine every module that loads on demand, except those of single books and languages', () => {
    const alone = [
      'features/serial/serial-updates',
      'i18n/deprecated-messages',
      'i18n/messages',
      'ui/svc-chapter-updates',
    ];
    const left = new Set(lazyModules().filter((module) => !listed.includes(module)));

    assert.deepEqual([...left].sort(), alone);
  });

  it('list modules that exist', () => {
    assert.deepEqual(
      listed.filter((module) => !existsSync(join(root, `src/${module}.ts`))),
      [],
    );
  });

  it('are few, apart from the messages, and import no file that was built earlier', () => {
    const imports = staticImports();
    // Messages are compiled and have no source map.
    assert.ok(imports.size <= 19, `${imports.size} files`);
    for (const [file, imported] of imports) {
      for (const path of imported) {
        assert.ok(
          path === '../svc-reader.js' || imports.has(`dist/svc-reader/${path.slice(2)}`),
          `${file} imports ${path}.`,
        );
      }
    }
  });

  it('include one that a first text may need, which waits for no other', () => {
    const opening = fileOf('src/state/landing.ts');

    assert.deepEqual(staticImports().get(opening), ['../svc-reader.js']);
  });

  it('have at most 35 kB until the reader can be used, and 100 kB with the toolbar’s panels, including 3.45 kB of messages', () => {
    const use = ['src/session/start-session.ts', 'src/rendition/input/listen-for-input.ts'].map(
      (one) => fileOf(one),
    );
    const idle = ['src/features/annotating/start-annotating.ts', 'src/ui/panels/svc-menu.ts'].map(
      (one) => fileOf(one),
    );
    assert.ok(kilobytes(...use) <= 35 - 3.45, `${kilobytes(...use)}`);
    const imports = staticImports();
    const imported = idle.flatMap((file) => imports.get(file) ?? []);
    const needed = imported.map((path) => join('dist/svc-reader', path));
    const all = kilobytes('dist/svc-reader.js', ...use, ...idle, ...needed);
    assert.ok(all <= 100 - 3.45, `${all}`);
  });
});
