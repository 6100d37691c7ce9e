// Writes the component's type declarations for its exports, and for its tag in React, Vue and
// Svelte, into dist/. With --check, it also compiles a small app for each framework against them.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { environment, install, node, root } from './setup.js';

/** Folder for the test apps and the tools that need TypeScript's older API. */
const apps = join(root, 'test/frameworks');
/** Not in `node_modules`, whose files tools treat as third-party code. */
const scratch = mkdtempSync(join(tmpdir(), 'svc-types-'));

install(apps);
emit();
await bundle();
rmSync(scratch, { recursive: true });
writeTag();
if (process.argv.includes('--check')) check();

/** Writes a declaration for each source, including the server's types. */
function emit() {
  const args = ['-p', root, '--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
  // Types are checked by `npm run verify`, and the apps below check the published declarations.
  args.push('--noCheck', '--rootDir', root, '--outDir', scratch);
  spawnSync('tsc', args, { env: environment });
  for (const name of ['svc-reader', 'pending-reader', 'reader-attributes'])
    publish(join(scratch, `src/${name}.d.ts`));
  for (const one of globSync('**/*.d.ts', { cwd: scratch })) {
    const source = readFileSync(join(scratch, one), 'utf8');
    // Older compilers do not resolve `.ts` paths to declarations.
    writeFileSync(join(scratch, one), source.replaceAll(/(['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
  }
}

/**
 * Removes internals, which are the base class and private and protected members, from a class
 * declaration.
 */
function publish(file) {
  const published = readFileSync(file, 'utf8')
    .replace(/^import .* from '\.\/reactive-element\.(?:ts|js)';\n/m, '')
    .replace(/^import type \{ Embed \} .*\n/m, 'type Embed = object;\n')
    .replace(' abstract class ', ' class ')
    .replace(' extends ReactiveElement {', ' extends HTMLElement {')
    .replace(/^ {4}static properties: PropertyDeclarations;\n/m, '')
    .replaceAll(/^ {4}(?:private|protected) .*\n/gm, '')
    .replace(
      /^ {4}constructor\(\);\n/m,
      '    /** Resolves when the current properties are rendered. */\n    readonly updateComplete: Promise<boolean>;\n',
    );
  writeFileSync(file, published);
}

async function bundle() {
  const clientTypes = {
    'openapi-fetch': join(root, 'node_modules/openapi-fetch/dist/index.d.mts'),
    'openapi-typescript-helpers': join(
      root,
      'node_modules/openapi-typescript-helpers/dist/index.d.mts',
    ),
  };
  const require = createRequire(join(apps, 'package.json'));
  const load = (name) => import(pathToFileURL(require.resolve(name)).href);
  const { rollup } = await load('rollup');
  const { dts } = await load('rollup-plugin-dts');
  const made = await rollup({
    input: join(scratch, 'src/index.d.ts'),
    plugins: [dts()],
    external: ['zod'],
  });
  // The attributes and events, which `writeTag` declares.
  const outro = "export type * from './tag.js';";
  await made.write({ file: join(root, 'dist/index.d.ts'), format: 'es', outro });
  const client = await rollup({
    input: join(scratch, 'client/index.d.ts'),
    // Includes the types of the packages that the bundled client includes.
    plugins: [{ name: 'client-types', resolveId: (name) => clientTypes[name] }, dts()],
  });
  await client.write({ file: join(root, 'dist/client.d.ts'), format: 'es' });
}

/**
 * Writes the tag's declarations for each framework, from the attributes and events of the manifest.
 */
function writeTag() {
  const manifest = JSON.parse(readFileSync(join(root, 'custom-elements.json'), 'utf8'));
  const { attributes, events } = manifest.modules
    .flatMap(({ declarations }) => declarations)
    .find(({ name }) => name === 'SvcReader');
  const attribute = ({ name, description = '' }) =>
    `  /** ${description} */\n  '${name}'?: string | boolean | null;`;
  const event = ({ name, description = '' }) =>
    `  /** ${description} */\n  '${name}': HTMLElementEventMap['${name}'];`;
  const files = {
    'define.d.ts': `import './index.js';\n`,
    'tag.d.ts': `import './index.js';

/** Attributes of \`<svc-reader>\`. React and Vue reserve \`key\`, so use \`api-key\` there. */
export interface SvcReaderAttributes {
${attributes.map(attribute).join('\n')}
}

/** Events of \`<svc-reader>\`. */
export interface SvcReaderEvents {
${events.map(event).join('\n')}
}

/** Event listeners as attributes. */
export type SvcReaderListeners = {
  [Name in keyof SvcReaderEvents as \`on\${Name}\`]?: (event: SvcReaderEvents[Name]) => void;
};

/** Properties without an attribute. */
export type SvcReaderProperties = Partial<
  Pick<
    import('./index.js').SvcReader,
    'embed' | 'markStore' | 'messages' | 'resume' | 'tokenProvider'
  >
>;
`,
    'react.d.ts': `import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { SvcReader } from './index.js';
import type {
  SvcReaderAttributes,
  SvcReaderEvents,
  SvcReaderListeners,
  SvcReaderProperties,
} from './tag.js';

export type { SvcReader, SvcReaderEvents };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'svc-reader': DetailedHTMLProps<HTMLAttributes<SvcReader>, SvcReader> &
        Omit<SvcReaderAttributes, 'key'> &
        SvcReaderListeners &
        SvcReaderProperties;
    }
  }
}
`,
    'vue.d.ts': `import type { HTMLAttributes, ReservedProps } from 'vue';
import type { SvcReader } from './index.js';
import type { SvcReaderAttributes, SvcReaderEvents, SvcReaderProperties } from './tag.js';

export type { SvcReader, SvcReaderEvents };

type Camel<Name extends string> = Name extends \`\${infer Head}-\${infer Tail}\`
  ? \`\${Head}\${Capitalize<Camel<Tail>>}\`
  : Name;
type Attributes = {
  [Name in keyof Omit<SvcReaderAttributes, 'key'> as Camel<Name>]?: SvcReaderAttributes[Name];
};
type Listeners = {
  [Name in keyof SvcReaderEvents as \`on\${Capitalize<Camel<Name>>}\`]?: (
    event: SvcReaderEvents[Name],
  ) => void;
};

declare module 'vue' {
  interface GlobalComponents {
    'svc-reader': new () => SvcReader & {
      $props: HTMLAttributes &
        ReservedProps &
        Attributes &
        SvcReaderProperties &
        Listeners;
    };
  }
}
`,
    'svelte.d.ts': `import type { HTMLAttributes } from 'svelte/elements';
import type { SvcReader } from './index.js';
import type {
  SvcReaderAttributes,
  SvcReaderEvents,
  SvcReaderListeners,
  SvcReaderProperties,
} from './tag.js';

export type { SvcReader, SvcReaderEvents };

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'svc-reader': HTMLAttributes<SvcReader> &
      SvcReaderAttributes &
      SvcReaderListeners &
      SvcReaderProperties;
  }
}
`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'dist', name), text);
}

/** Compiles the test apps, which also contain errors that the types must report. */
function check() {
  const copy = join(apps, 'node_modules/svc-reader');
  rmSync(copy, { recursive: true, force: true });
  for (const file of ['package.json', ...globSync('dist/*.d.ts', { cwd: root })]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  const compilers = {
    plain: ['typescript/bin/tsc', '-p', 'plain'],
    react: ['typescript/bin/tsc', '-p', 'react'],
    vue: ['vue-tsc/bin/vue-tsc.js', '--noEmit', '-p', 'vue'],
    svelte: ['svelte-check/bin/svelte-check', '--workspace', 'svelte', '--fail-on-warnings'],
  };
  for (const [name, [program, ...args]] of Object.entries(compilers)) {
    const { status, stdout, stderr } = spawnSync(node, [join('node_modules', program), ...args], {
      cwd: apps,
      encoding: 'utf8',
    });
    console.log(`${status === 0 ? '✔' : '✘'} a ${name} app`);
    if (status === 0) continue;
    console.log(`${stdout}${stderr}`);
    process.exitCode = 1;
  }
}
