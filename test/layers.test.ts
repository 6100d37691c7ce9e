import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { parseSync } from 'oxc-parser';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Who may import whom at run time, by path prefix; the longest prefix wins. Every layer may import
 * itself. Everything that is not listed is refused, and so is a cycle.
 */
const allowed: Record<string, string[]> = {
  'server/failure.ts': [],
  'server/config.ts': ['server/failure.ts', 'server/deployments/peer-list.ts'],
  'server/heap.ts': [],
  'server/open-configured.ts': ['server/config.ts', 'server/db/'],
  'server/db/': [],
  'server/http/': ['server/failure.ts'],
  'server/epub/': ['server/failure.ts'],
  'server/keys/': ['server/failure.ts', 'server/db/', 'server/events/'],
  'server/keys/routes.ts': ['server/failure.ts', 'server/db/', 'server/http/', 'server/keys/'],
  'server/text/': [],
  'server/upkeep/': ['server/db/'],
  'server/event-log.ts': ['server/db/', 'server/events/', 'server/webhooks/'],
  'server/public-url.ts': ['server/config.ts'],
  'server/books/': [
    'server/failure.ts',
    'server/db/',
    'server/text/',
    'server/events/',
    'server/rates/exact-money.ts',
    'server/epub/package/language-tag.ts',
    'server/epub/tree/count-words.ts',
    'server/catalogue/clean-text.ts',
    'server/catalogue/identifier-of.ts',
    'server/catalogue/strip-markup.ts',
  ],
  'server/books/routes': [
    'server/failure.ts',
    'server/db/',
    'server/http/',
    'server/text/',
    'server/books/',
    'server/search/contract.ts',
    'server/chapters/contract.ts',
  ],
  'server/search/': [
    'server/failure.ts',
    'server/db/',
    'server/text/',
    'server/books/contract.ts',
    'server/heap.ts',
  ],
  'server/idempotency/': ['server/failure.ts', 'server/db/'],
  'server/import/': [
    'server/failure.ts',
    'server/db/',
    'server/epub/',
    'server/books/',
    'server/text/',
    'server/enrich/',
  ],
  'server/import/routes.ts': [
    'server/failure.ts',
    'server/db/',
    'server/http/',
    'server/books/',
    'server/import/',
  ],
  'server/catalogue/': [
    'server/failure.ts',
    'server/db/',
    'server/books/',
    'server/text/',
    'server/epub/package/language-tag.ts',
  ],
  'server/enrich/': [
    'server/failure.ts',
    'server/db/',
    'server/books/',
    'server/text/',
    'server/epub/package/language-tag.ts',
    'server/catalogue/clean-text.ts',
    'server/catalogue/strip-markup.ts',
  ],
  'server/reader/': ['server/failure.ts', 'server/db/', 'server/books/'],
  'server/reader/routes.ts': [
    'server/failure.ts',
    'server/db/',
    'server/http/',
    'server/books/',
    'server/reader/',
  ],
  'server/reader/page/': [
    'server/failure.ts',
    'server/db/',
    'server/http/',
    'server/books/',
    'server/deployments/',
    'server/reader/',
    'server/epub/tree/allowed-attributes.ts',
    'server/epub/tree/allowed-elements.ts',
  ],
  'server/events/': ['server/failure.ts', 'server/db/'],
  'server/webhooks/': [
    'server/failure.ts',
    'server/db/',
    'server/events/',
    'server/books/contract.ts',
    'server/chapters/contract.ts',
    'server/keys/contract.ts',
    'server/keys/group-commit.ts',
    'server/openapi/example-values.ts',
    'server/reviews/contract.ts',
    'server/sales/contract.ts',
  ],
  'server/webhooks/routes': [
    'server/failure.ts',
    'server/db/',
    'server/events/',
    'server/http/',
    'server/webhooks/',
  ],
  'server/chapters/': [
    'server/failure.ts',
    'server/db/',
    'server/events/',
    'server/books/owned-book.ts',
    'server/books/revisions.ts',
    'server/catalogue/clean-text.ts',
  ],
  'server/chapters/routes.ts': ['server/db/', 'server/http/', 'server/books/', 'server/chapters/'],
  'server/reviews/': [
    'server/failure.ts',
    'server/db/',
    'server/events/',
    'server/books/revisions.ts',
    'server/catalogue/clean-text.ts',
  ],
  'server/reviews/routes.ts': ['server/db/', 'server/http/', 'server/books/', 'server/reviews/'],
  'server/sales/': [
    'server/failure.ts',
    'server/db/',
    'server/events/',
    'server/books/owned-book.ts',
    'server/rates/exact-money.ts',
    'server/rates/rate-table.ts',
  ],
  'server/sales/routes.ts': ['server/db/', 'server/http/', 'server/books/', 'server/sales/'],
  'server/deployments/': [
    'server/failure.ts',
    'server/db/',
    'server/text/',
    'server/catalogue/clean-text.ts',
    'server/epub/package/language-tag.ts',
    'server/rates/exact-money.ts',
  ],
  'server/deployments/routes': [
    'server/failure.ts',
    'server/db/',
    'server/http/',
    'server/deployments/',
  ],
  'server/affiliates/': [
    'server/failure.ts',
    'server/db/',
    'server/rates/currencies.ts',
    'server/rates/exact-money.ts',
  ],
  'server/affiliates/routes': [
    'server/failure.ts',
    'server/db/',
    'server/http/',
    'server/text/',
    'server/books/',
    'server/affiliates/',
  ],
  'server/rates/': ['server/failure.ts', 'server/db/'],
  'server/rates/routes.ts': ['server/failure.ts', 'server/db/', 'server/http/', 'server/rates/'],
  'server/reader/content-routes.ts': ['server/failure.ts', 'server/http/', 'server/reader/'],
  'server/reader/session-routes.ts': [
    'server/failure.ts',
    'server/http/',
    'server/books/',
    'server/reader/',
  ],
  'server/oembed/': ['server/failure.ts', 'server/http/', 'server/books/', 'server/deployments/'],
  'server/reader/chapter-routes.ts': [
    'server/failure.ts',
    'server/http/',
    'server/books/',
    'server/reader/',
  ],
  'server/reader/search-routes.ts': [
    'server/failure.ts',
    'server/http/',
    'server/books/',
    'server/reader/',
  ],
  'server/openapi/': ['server/failure.ts', 'server/http/'],
  'server/app.ts': ['server/'],
  'server/main.ts': ['server/'],
  'server/cli': ['server/'],
  'src/api/': [],
  'src/reader/': [],
  'src/events.ts': [],
  'src/late-events.ts': [],
  'src/sale-events.ts': [],
  'src/look/': [],
  'src/text/': [],
  'src/frame/': [],
  'src/loader/': [],
  'src/page/': ['src/reader/', 'src/late-events.ts', 'src/look/'],
  'src/served/': ['src/frame/', 'src/reader/'],
  'src/marks/': ['src/reader/', 'src/page/'],
  'src/controls/': [
    'src/api/api-failure.ts',
    'src/reader/',
    'src/page/',
    'src/marks/',
    'src/events.ts',
    'src/look/',
    'src/text/',
    'src/sale-events.ts',
  ],
  'src/zoom/': ['src/page/', 'src/controls/', 'src/text/'],
  'src/notes/': ['src/page/', 'src/controls/', 'src/text/', 'src/late-events.ts'],
  'src/serial/': [
    'src/api/',
    'src/reader/',
    'src/page/',
    'src/controls/',
    'src/late-events.ts',
    'src/text/',
  ],
  'src/mark-events.ts': [],
  'src/marking/': [
    'src/reader/',
    'src/page/',
    'src/marks/',
    'src/controls/',
    'src/mark-events.ts',
    'src/text/',
  ],
  'src/search/': ['src/api/', 'src/reader/', 'src/page/', 'src/late-events.ts'],
  'src/offline/': ['src/api/', 'src/late-events.ts'],
  'src/listen/': ['src/api/', 'src/reader/', 'src/page/'],
  'src/attend/': [
    'src/listen/',
    'src/offline/',
    'src/marking/',
    'src/search/',
    'src/api/',
    'src/reader/',
    'src/page/',
    'src/controls/',
    'src/look/',
    'src/serial/',
    'src/zoom/',
    'src/notes/',
    'src/events.ts',
    'src/late-events.ts',
    'src/sale-events.ts',
  ],
  'src/later.ts': ['src/attend/', 'src/controls/', 'src/text/'],
  'src/open-wanted.ts': ['src/api/', 'src/reader/', 'src/page/', 'src/offline/'],
  'src/reader-attributes.ts': [],
  'src/svc-reader.ts': ['src/'],
  'src/define.ts': ['src/'],
  'src/index.ts': ['src/'],
};

/** Types vanish before anything runs: these may be named although the module may not be imported. */
const allowedTypes: Record<string, string[]> = {
  'src/': ['src/', 'server/*/contract.ts'],
  'server/': ['server/*/contract.ts'],
  // What the pipeline wants of the keys is its own to say; the keys only have that shape.
  'server/keys/': ['server/*/contract.ts', 'server/http/caller.ts', 'server/http/spend-quota.ts'],
};

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
    assert.ok(!reached.has('server/import/compiled-book.ts'));
  });

  it('keep zod and every other server library out of the browser', () => {
    const browser = files.filter((file) => file.startsWith('src/'));
    const foreign = browser.flatMap((file) =>
      parseSync(file, readFileSync(join(root, file), 'utf8'))
        .module.staticImports.filter(({ entries }) => !entries.every(({ isType }) => isType))
        .map(({ moduleRequest }) => moduleRequest.value)
        .filter(
          (name) => !name.startsWith('.') && !/^(lit|@lit\/reactive-element)(\/|$)/.test(name),
        )
        .map((name) => `${file} → ${name}`),
    );
    assert.deepEqual(foreign, []);
  });
});
