// Creates the package.json files and the element manifest for the published packages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.js';

/** Returns the element's package.json. @param project - The repository's package.json. */
export function elementPackage({ version, license }) {
  const typesOnly = (name) => ({
    types: `./dist/${name}.d.ts`,
    default: './dist/types-only.js',
  });
  return {
    name: 'svc-reader',
    version,
    description: 'An embeddable, themeable book reader as a custom element.',
    license,
    type: 'module',
    sideEffects: ['./dist/define.js'],
    files: ['dist', 'custom-elements.json'],
    types: './dist/index.d.ts',
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './define': { types: './dist/define.d.ts', default: './dist/define.js' },
      './react': typesOnly('react'),
      './vue': typesOnly('vue'),
      './svelte': typesOnly('svelte'),
      './custom-elements.json': './custom-elements.json',
      './package.json': './package.json',
    },
    customElements: 'custom-elements.json',
    keywords: ['epub', 'ebook', 'reader', 'web-component', 'custom-element'],
  };
}

/**
 * Returns the package.json of the API client, which is a separate package because pages do not need
 * it.
 *
 * @param project - The repository's package.json.
 */
export function clientPackage({ version, license }) {
  return {
    name: 'svc-reader-client',
    version,
    description: 'A typed client of the Digital Publishing API, the server of svc-reader.',
    license,
    type: 'module',
    sideEffects: false,
    files: ['dist'],
    types: './dist/client.d.ts',
    exports: {
      '.': { types: './dist/client.d.ts', default: './dist/client.js' },
      './package.json': './package.json',
    },
  };
}

/**
 * Returns the server's package.json.
 *
 * @param project - The repository's package.json. @param imported - Names of the packages that the
 * server imports.
 * @throws {Error} One of them is not a dependency of the repository.
 */
export function serverPackage({ version, license, engines, dependencies }, imported) {
  const missing = [...imported].filter((name) => !Object.hasOwn(dependencies, name));
  if (missing.length > 0) {
    throw new Error(`The server imports ${missing.join(', ')}. Add this to "dependencies".`);
  }
  return {
    name: 'svc-reader-server',
    version,
    description: 'The Digital Publishing API, the server for the svc-reader element.',
    license,
    type: 'module',
    bin: { svc: 'server/cli.js' },
    exports: { './package.json': './package.json' },
    files: ['client', 'server', 'shared', 'dist', 'docs', 'CHANGELOG.md'],
    engines,
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([name]) => imported.has(name)),
    ),
  };
}

/**
 * Returns custom-elements.json with the paths of the built modules instead of the sources. It
 * contains only the exports of the package. The analyzer repeats inherited members in each class,
 * so base classes are omitted.
 */
export function elementManifest() {
  const manifest = JSON.parse(readFileSync(join(root, 'custom-elements.json'), 'utf8'));
  const builtPath = (path) => (path === 'src/define.ts' ? 'dist/define.js' : 'dist/index.js');
  const modules = new Map();
  for (const { path, declarations = [], exports = [], ...rest } of manifest.modules) {
    if (/^src\/(?:reader-attributes|pending-reader)\.ts$/.test(path)) continue;
    const built = modules.get(builtPath(path)) ?? {
      ...rest,
      path: builtPath(path),
      declarations: [],
      exports: [],
    };
    built.declarations.push(...declarations.map(publicDeclaration));
    built.exports.push(...exports);
    modules.set(built.path, built);
  }
  const withBuiltPaths = (key, value) =>
    key === 'module' && typeof value === 'string' && /^\/?src\//.test(value)
      ? builtPath(value.replace(/^\//, ''))
      : value;
  return JSON.parse(
    JSON.stringify({ ...manifest, modules: [...modules.values()] }, withBuiltPaths),
  );
}

/**
 * Removes private and protected members, and replaces base classes that the package does not
 * export.
 *
 * @param declaration - A declaration from the analyzer. Its members and attributes name the base
 * class from which they are inherited.
 */
function publicDeclaration(declaration) {
  const text = JSON.stringify(declaration, (key, value) => {
    if (key === 'inheritedFrom' || key === 'privacy') return undefined;
    if (key === 'superclass' && /^\/?src\//.test(value.module ?? ''))
      return builtInClass(declaration);
    return key === 'members' ? value.filter(isPublic) : value;
  });
  return JSON.parse(text);
}

function builtInClass({ customElement }) {
  return { name: customElement ? 'HTMLElement' : 'Event', package: 'global:' };
}

function isPublic({ name, privacy = 'public' }) {
  return privacy === 'public' && !/^[#_]/.test(name);
}
