import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { createProgram } from '../server/cli/run.ts';
import { failureStatus } from '../server/failure.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = globSync(['*.md', '{docs,test,server,src,demo}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**'],
});
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The Markdown without fenced code blocks and inline code. */
function proseOf(markdown: string): string {
  return markdown.replaceAll(/^ *```.*?^ *```$/gms, '').replaceAll(/`[^`\n]*`/g, '');
}

/** The anchors of a page, as GitHub derives them from its headings. */
function anchorsOf(markdown: string): Set<string> {
  const headings = markdown.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/^#+ (.+)$/gm);
  const slugs = Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(slugs);
}

/** Links and images that point into the repository, but not to an existing file or heading. */
function brokenLinks(page: string): string[] {
  const targets = Array.from(proseOf(read(page)).matchAll(/\]\(([^)\s]+)\)/g), ([, to = '']) => to);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : relative(root, join(root, dirname(page), path));
      if (file.startsWith('..') || !existsSync(join(root, file))) return true;
      if (anchor === undefined) return false;
      return statSync(join(root, file)).isDirectory() || !anchorsOf(read(file)).has(anchor);
    })
    .map((target) => `${page}: ${target}`);
}

describe('the documentation', () => {
  it('links only to files and headings that exist', () => {
    assert.ok(pages.length > 40);
    assert.deepEqual(pages.flatMap(brokenLinks), []);
  });

  it('writes identifiers in code style', () => {
    const identifiers = pages.flatMap((page) =>
      Array.from(
        // Excludes link targets and HTML. jsDelivr, iPhone and oEmbed are names.
        proseOf(read(page))
          .replaceAll(/\]\([^)]*\)|<[^>]*>|https?:\S+/g, '')
          .matchAll(/(?<![\w./-])[a-z]+[A-Z][a-z]\w*/g),
        ([word]) => `${page}: ${word}`,
      ),
    );
    assert.deepEqual(
      identifiers.filter((word) => !/: (?:jsDelivr|iPhones?|oEmbed)$/.test(word)),
      [],
    );
  });

  it('lists every page in its index', () => {
    const index = read('docs/README.md');
    const missing = pages
      .filter((page) => /^docs\/(?!README|decisions)/.test(page))
      .filter((page) => !index.includes(`](${page.slice('docs/'.length)})`));
    assert.deepEqual(missing, []);
  });

  it('lists every decision in the index of decisions', () => {
    const index = read('docs/decisions/README.md');
    const records = globSync('docs/decisions/0*.md', { cwd: root });
    assert.ok(records.length >= 9);
    assert.deepEqual(
      records.filter((record) => !index.includes(`](${record.slice('docs/decisions/'.length)})`)),
      [],
    );
  });

  it('describes every environment variable of the server', () => {
    const names = Array.from(
      read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm),
      ([, name = '']) => name,
    );
    assert.ok(names.length > 15);
    const reference = read('docs/reference/environment.md');
    assert.deepEqual(
      names.filter((name) => !reference.includes(`\`${name}\``)),
      [],
    );
  });

  it('states the default of every environment variable', () => {
    const reference = read('docs/reference/environment.md');
    const defaults = Array.from(
      read('server/config.ts').matchAll(
        /^ {2}([A-Z][A-Z_]+):(?:(?!^ {2}[A-Z_]+:).)*?\.default\(\s*'([^']*)',?\s*\)/gms,
      ),
      ([, name = '', value = '']) => ({ name, value }),
    ).filter(({ value }) => value !== '' && !value.startsWith('https://cdn.'));
    assert.ok(defaults.length > 10);
    const described = (name: string) =>
      new RegExp(`^\\| (?:\`\\w+\`, )*\`${name}\`.*?\\| (.*?) \\|`, 'm').exec(reference)?.[1] ?? '';
    assert.deepEqual(
      defaults.filter(
        ({ name, value }) =>
          !described(name).includes(value) && !/^the ECB's$/.test(described(name)),
      ),
      [],
    );
  });

  it('describes every option of every command, and no others', async () => {
    const program = await createProgram();
    const sections = read('docs/reference/command-line.md').split(/^## /m).slice(1);
    const leaves = program.commands.flatMap((command) =>
      (command.commands.length === 0 ? [command] : command.commands).map((leaf) => ({
        name: command === leaf ? leaf.name() : `${command.name()} ${leaf.name()}`,
        options: leaf.options.flatMap(({ long }) => long ?? []),
      })),
    );
    assert.ok(leaves.length > 20);
    const missing = leaves.flatMap(({ name, options }) => {
      const section = sections.find((one) => one.includes(`| \`${name}`)) ?? '';
      return options
        .filter((option) => option !== '--json' && !section.includes(option))
        .map((option) => `${name} ${option}`);
    });
    assert.deepEqual(missing, []);
    const known = new Set([
      '--json',
      '--help',
      '--server',
      '--version',
      ...leaves.flatMap(({ options }) => options),
    ]);
    const described = sections.join('').match(/(?<![\w-])--[a-z][a-z-]+/g) ?? [];
    assert.deepEqual(
      described.filter((option) => !known.has(option)),
      [],
    );
  });

  it('uses no command or option that does not exist', async () => {
    const program = await createProgram();
    const uses = pages.flatMap((page) =>
      Array.from(
        read(page).matchAll(
          /(?:`|\s-- |npx |^ *)(?:svc |(?<=run -s svc -- ))([a-z-]+)(?: ([a-z-]+))?([^\n`;|]*)/gm,
        ),
        ([text, first = '', second = '', rest = '']) => ({ page, text, first, second, rest }),
      ),
    );
    assert.ok(uses.length > 100);
    const wrong = uses.filter(({ first, second, rest }) => {
      const command = program.commands.find((one) => one.name() === first);
      if (!command) return !['--', '--version', 'command'].includes(first);
      if (command.commands.length > 0 && second === '') return false;
      const leaf =
        command.commands.length > 0
          ? command.commands.find((one) => one.name() === second)
          : command;
      const options = rest.match(/(?<![\w-])--[a-z][a-z-]+/g) ?? [];
      const known = new Set(['--help', '--json', '--server']);
      for (const { long } of leaf?.options ?? []) known.add(long ?? '');
      return !leaf || options.some((option) => !known.has(option));
    });
    assert.deepEqual(
      wrong.map(({ page, text }) => `${page}: ${text}`),
      [],
    );
  });

  it('describes every error code that the reader shows', () => {
    const shown = Array.from(
      read('src/state/failure-notice.ts').matchAll(/^ {2}([a-z_]+): '\w+',$/gm),
      ([, code = '']) => code,
    );
    const thrown = globSync('src/**/*.ts', { cwd: root }).flatMap((file) =>
      Array.from(read(file).matchAll(/ApiFailure\(\s*'([a-z_]+)'/g), ([, code = '']) => code),
    );
    assert.ok(shown.length > 20 && thrown.length > 10);
    const guide = read('docs/guides/troubleshooting.md');
    assert.deepEqual(
      [...new Set([...shown, ...thrown])].filter(
        (code) => !Object.hasOwn(failureStatus, code) && !guide.includes(`\`${code}\``),
      ),
      [],
    );
  });

  it('describes every command of the command line', async () => {
    const program = await createProgram();
    const reference = read('docs/reference/command-line.md');
    const commands = program.commands.flatMap((command) =>
      command.commands.length === 0
        ? [command.name()]
        : command.commands.map((child) => `${command.name()} ${child.name()}`),
    );
    assert.ok(commands.length > 20);
    assert.deepEqual(
      commands.filter((command) => !reference.includes(`| \`${command}`)),
      [],
    );
  });

  it('describes every check of svc doctor, and no others', () => {
    const checks = globSync('server/cli/doctor/*.ts', { cwd: root }).flatMap((file) =>
      Array.from(
        read(file).matchAll(/\b(?:ok|skipped|warning|failed)\(\s*'([a-z-]+)'/g),
        ([, id = '']) => id,
      ),
    );
    const table = /^\| check \| what it covers \|\n(?:\|.*\n)+/m.exec(
      read('docs/guides/production.md'),
    );
    const described = Array.from(
      (table?.[0] ?? '').matchAll(/^\| (`[^|]+`) \|/gm),
      ([, ids = '']) => ids.replaceAll('`', '').split(', '),
    ).flat();
    assert.ok(checks.length > 30);
    assert.deepEqual(described.toSorted(), [...new Set(checks)].toSorted());
  });

  it('describes every part of the element, and no others', () => {
    const sources = globSync('src/**/*.ts', { cwd: root }).map(read).join('\n');
    const parts = Array.from(
      sources.matchAll(/\bpart="([\w -]+)"|\bpart\.add\('([\w-]+)'\)/g),
      ([, names, name = '']) => names?.split(' ') ?? name,
    ).flat();
    const section = read('docs/reference/element.md').split('## Parts')[1]?.split('\n## ')[0] ?? '';
    const described = Array.from(section.matchAll(/^\| `([^`]+)` /gm), ([, name = '']) => name);
    assert.ok(described.length > 30);
    assert.deepEqual(described.toSorted(), [...new Set(parts)].toSorted());
  });

  it('describes no environment variable that does not exist', () => {
    const sources = globSync(
      ['server/**/*.ts', 'scripts/*.js', 'test/**/*.{ts,js}', '*.config.js'],
      {
        cwd: root,
        exclude: ['**/node_modules/**', 'test/docs.test.ts'],
      },
    );
    const code = sources.map(read).join('\n');
    const rows = read('docs/reference/environment.md').matchAll(
      /^\| ((?:`[A-Z][A-Z_]+`(?:, )?)+) \|/gm,
    );
    const described = Array.from(rows, ([, names = '']) => names.replaceAll('`', '').split(', '));
    assert.ok(described.length > 30);
    assert.deepEqual(
      described.flat().filter((name) => !new RegExp(`\\b${name}\\b`).test(code)),
      [],
    );
  });

  it('names the buttons and pages of the console as the console does', () => {
    const texts = new Set(Object.values(JSON.parse(read('console/messages/en.json'))));
    // A bold phrase with a period is the topic of a list item.
    const labels = Array.from(
      read('docs/guides/console.md').matchAll(/\*\*([^*\n]+)\*\*/g),
      ([, label = '']) => label,
    );
    assert.ok(labels.length > 40);
    assert.deepEqual(
      labels.filter((label) => !label.endsWith('.') && !texts.has(label)),
      [],
    );
  });

  it('names only files and folders that exist', () => {
    const named = pages.flatMap((page) =>
      Array.from(
        read(page).matchAll(
          /`((?:src|server|shared|console|client|test|scripts|docs|demo|deploy)\/[\w./-]*)`/g,
        ),
        ([, path = '']) => ({ page, path }),
      ),
    );
    assert.ok(named.length > 150);
    assert.deepEqual(
      // `npm version` creates test/releases.
      named.filter(({ path }) => path !== 'test/releases/' && !existsSync(join(root, path))),
      [],
    );
  });

  it('contains only JavaScript, TypeScript and JSON that parses', () => {
    const blocks = pages.flatMap((page) =>
      Array.from(
        read(page).matchAll(/^( *)```(js|ts|json)\n(.*?)^ *```$/gms),
        ([, indent = '', language = '', code = '']) => ({ page, indent, language, code }),
      ),
    );
    assert.ok(blocks.length > 25);
    const broken = blocks.flatMap(({ page, indent, language, code }) => {
      const text = code.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
      try {
        if (language === 'json') JSON.parse(text);
        else stripTypeScriptTypes(text);
        return [];
      } catch (error) {
        return [`${page}: ${String(error)}\n${text}`];
      }
    });
    assert.deepEqual(broken, []);
  });

  it('retires no word in the glossary that is also a term', () => {
    const rows = Array.from(
      read('docs/glossary.md').matchAll(/^\| ([^|\n]+) \| [^|\n]+ \| [^|\n]+ \| ([^|\n]*)\|$/gm),
      ([, term = '', retired = '']) => ({ term, retired }),
    ).filter(({ term }) => term !== 'term');
    assert.ok(rows.length > 80);
    const terms = new Set(rows.map(({ term }) => term));
    const everywhere = rows.flatMap(({ retired }) =>
      Array.from(retired.matchAll(/`([^`]+)`/g), ([, word = '']) => word),
    );
    assert.ok(everywhere.length > 5);
    assert.deepEqual(
      everywhere.filter((word) => terms.has(word)),
      [],
    );
  });
});
