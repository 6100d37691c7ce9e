import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseSync } from 'oxc-parser';

const built = (file: string) => new URL(`../dist/${file}`, import.meta.url);

describe('the script tag’s file', () => {
  it('has all that the first text needs, and names no other file', () => {
    const { module } = parseSync('svc-reader.js', readFileSync(built('svc-reader.js'), 'utf8'));

    assert.deepEqual(
      module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      [],
    );
  });

  it('exports every request event under its name, and the steps of the settings', () => {
    const source = readFileSync(
      new URL('../src/events/request-events.ts', import.meta.url),
      'utf8',
    );
    const classes = [...source.matchAll(/export class (\w+)/g)].map(([, name]) => name);
    const { module } = parseSync('svc-reader.js', readFileSync(built('svc-reader.js'), 'utf8'));
    const exported = new Set(
      module.staticExports.flatMap(({ entries }) => entries.map((one) => one.exportName.name)),
    );

    assert.ok(classes.length >= 14);
    for (const name of [...classes, 'settingChoices']) assert.ok(exported.has(name ?? ''), name);
  });

  it('is at most 20 kB, compressed', () => {
    assert.ok(readFileSync(built('svc-reader.js.br')).length <= 20_000);
  });
});

describe('internal names that the build shortens', () => {
  it('are read by none of the programs that examine the built reader', () => {
    const config = readFileSync(new URL('../vite.config.ts', import.meta.url), 'utf8');
    const [, list = ''] = /const internalNames = \[([^\]]*)\]/.exec(config) ?? [];
    const names = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name);
    const root = new URL('.', import.meta.url).pathname;
    const programs = ['hostile', 'conformance', 'reading', 'e2e', 'bench', 'faults'].flatMap(
      (folder) => globSync(`${root}${folder}/**/*.ts`, { exclude: ['**/node_modules/**'] }),
    );
    const read = new RegExp(`\\.(${names.join('|')})\\b`, 'g');

    assert.ok(names.length > 50);
    assert.ok(programs.length > 50);
    for (const file of programs) {
      const found = [...readFileSync(file, 'utf8').matchAll(read)].map(([, name]) => name);
      assert.deepEqual(found, [], `${file} reads names that dist does not have`);
    }
  });
});

describe('the package', () => {
  it('registers the class that it exports, and brings no second copy of it', () => {
    const define = import.meta.resolve('svc-reader/define');
    const { module } = parseSync('define.js', readFileSync(new URL(define), 'utf8'));

    assert.deepEqual(
      module.staticImports.map(({ moduleRequest }) => new URL(moduleRequest.value, define).href),
      [import.meta.resolve('svc-reader')],
    );
  });
});
