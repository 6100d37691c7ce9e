import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { parseSync } from 'oxc-parser';
import { allowed, allowedTypes } from './allowed-imports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = globSync(['src/**/*.ts', 'server/**/*.ts'], { cwd: root }).map((file) =>
  file.replaceAll('\\', '/'),
);
const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  const { module } = parseSync(file, source);
  const target = (request: string): string =>
    posix.normalize(relative(root, join(root, dirname(file), request)));
  const found: Import[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every(({ isType }) => isType);
    found.push({ from: file, to: moduleRequest.value, typeOnly });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) found.push({ from: file, to: moduleRequest.value, typeOnly: isType });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = source.slice(moduleRequest.start, moduleRequest.end);
    if (/^['"]/.test(literal)) {
      found.push({ from: file, to: literal.slice(1, -1), typeOnly: false });
    }
  }
  return found
    .filter(({ to }) => to.startsWith('.'))
    .map((one) => ({ ...one, to: target(one.to) }));
}

function longestPrefix(table: Record<string, unknown>, file: string): string | undefined {
  return Object.keys(table)
    .filter((prefix) => file.startsWith(prefix))
    .sort((a, b) => b.length - a.length)[0];
}

function matches(pattern: string, file: string): boolean {
  return pattern.includes('*')
    ? new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '[^/]+')}$`).test(file)
    : file.startsWith(pattern);
}

function isAllowed({ from, to, typeOnly }: Import): boolean {
  if (to.startsWith('shared/')) return true;
  const layer = longestPrefix(allowed, from);
  if (layer === undefined) return false;
  if (layer.endsWith('/') && to.startsWith(layer)) return true;
  if (allowed[layer]?.some((prefix) => matches(prefix, to))) return true;
  if (/^server\/[^/]+\/contract\.ts$/.test(from) && /^server\/[^/]+\/contract\.ts$/.test(to)) {
    return true;
  }
  const types = longestPrefix(allowedTypes, from);
  return (
    typeOnly && types !== undefined && !!allowedTypes[types]?.some((prefix) => matches(prefix, to))
  );
}

/** The first cycle among run-time imports, as a path that ends where it began. */
function findCycle(): string[] | null {
  const graph = Map.groupBy(
    imports.filter(({ typeOnly }) => !typeOnly),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const walk = (file: string, path: string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const { to } of graph.get(file) ?? []) {
      const cycle = walk(to, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of files) {
    const cycle = walk(file, []);
    if (cycle) return cycle;
  }
  return null;
}

describe('the layers', () => {
  it('import only what they are allowed to', () => {
    const refused = imports.filter((one) => !isAllowed(one));
    assert.deepEqual(
      refused.map(({ from, to }) => `${from} → ${to}`),
      [],
    );
  });

  it('have no cycle of run-time imports', () => {
    assert.equal(findCycle()?.join(' → ') ?? null, null);
  });

  it('keep what compiles books in its own process: it takes a hundred megabytes', () => {
    const reached = new Set<string>();
    const follow = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const { to } of imports.filter(({ from, typeOnly }) => from === file && !typeOnly)) {
        follow(to);
      }
    };
    follow('server/main.ts');
    assert.ok(reached.has('server/import/import-epub.ts'));
    assert.ok(!reached.has('server/epub/compile-publication.ts'));
    assert.ok(!reached.has('server/import/compile-book.ts'));
    assert.ok(!reached.has('server/import/book-rows.ts'));
  });

  it('keep zod and every other server library out of the browser', () => {
    const browser = files.filter((file) => file.startsWith('src/'));
    const foreign = browser.flatMap((file) =>
      parseSync(file, readFileSync(join(root, file), 'utf8'))
        .module.staticImports.filter(({ entries }) => !entries.every(({ isType }) => isType))
        .map(({ moduleRequest }) => moduleRequest.value)
        .filter((name) => !name.startsWith('.') && !/^lit(\/|$)/.test(name))
        .map((name) => `${file} → ${name}`),
    );
    assert.deepEqual(foreign, []);
  });
});
