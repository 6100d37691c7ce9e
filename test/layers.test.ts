import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { parseSync } from 'oxc-parser';
import { layerOf, layers, nodeOf, preloader } from './layers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = globSync(['client/**/*.ts', 'src/**/*.ts', 'server/**/*.ts', 'shared/**/*.ts'], {
  cwd: root,
}).map((file) => file.replaceAll('\\', '/'));
const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  const { module } = parseSync(file, source);
  const target = (request: string): string =>
    posix.normalize(relative(root, join(root, dirname(file), request)).replaceAll('\\', '/'));
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

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const [source, target] = [nodeOf(from), nodeOf(to)];
  if (!source || !target) return false;
  if (source === target || from === preloader) return true;
  // The element imports only the API's types from the server.
  if (from.startsWith('src/') && to.startsWith('server/')) {
    return typeOnly && /^server\/[^/]+\/contract\.ts$/.test(to);
  }
  const name = layerOf(target)?.name;
  return name !== undefined && layerOf(source)?.uses.includes(name) === true;
}

/** Returns the first cycle in the graph as a path that ends where it starts. */
function findCycle(edges: readonly { from: string; to: string }[]): string[] | null {
  const graph = Map.groupBy(edges, ({ from }) => from);
  const done = new Set<string>();
  const walk = (node: string, path: string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const { to } of graph.get(node) ?? []) {
      const cycle = walk(to, [...path, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = walk(node, []);
    if (cycle) return cycle;
  }
  return null;
}

describe('the layers', () => {
  it('contain every file', () => {
    assert.deepEqual(
      files.filter((file) => nodeOf(file) === undefined),
      [],
    );
  });

  it('use earlier layers only', () => {
    const names = layers.map(({ name }) => name);
    for (const { name, uses } of layers) {
      for (const used of uses) {
        assert.ok(names.lastIndexOf(used) >= 0, `${name} uses ${used}, which does not exist`);
        assert.ok(names.lastIndexOf(used) < names.indexOf(name), `${name} uses ${used}`);
      }
    }
  });

  it('import only what they may, types included', () => {
    const refused = imports.filter((one) => !isAllowed(one));
    assert.deepEqual(
      refused.map(({ from, to }) => `${from} → ${to}`),
      [],
    );
  });

  it('have no cycle of folders, types included', () => {
    const edges = imports
      .map(({ from, to }) => ({ from: nodeOf(from) ?? from, to: nodeOf(to) ?? to }))
      .filter(({ from, to }) => from !== to);
    assert.equal(findCycle(edges)?.join(' → ') ?? null, null);
  });

  it('have no cycle of files at run time', () => {
    assert.equal(findCycle(imports.filter(({ typeOnly }) => !typeOnly))?.join(' → ') ?? null, null);
  });

  it('keep the book compiler out of the server process, because it takes 100 MB', () => {
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
    const browser = files.filter((file) => /^(src|shared)\//.test(file));
    const foreign = browser.flatMap((file) =>
      parseSync(file, readFileSync(join(root, file), 'utf8'))
        .module.staticImports.filter(({ entries }) => !entries.every(({ isType }) => isType))
        .map(({ moduleRequest }) => moduleRequest.value)
        .filter((name) => !name.startsWith('.') && !/^(lit(\/|$)|#messages\/)/.test(name))
        .map((name) => `${file} → ${name}`),
    );
    assert.deepEqual(foreign, []);
  });
});
