// Generates custom-elements.json and docs/reference/element.md from the element's doc comments, and
// the tables of docs/reference/http-api.md, docs/reference/import-errors.md and
// docs/reference/allowlists.md from the server's own tables, docs/reference/api-examples.md from
// the OpenAPI document, and the layers of docs/architecture.md from the layer test's table. With
// --check, reports files that are out of date and writes nothing.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokens } from '../shared/theme-tokens.ts';
import { apiDocument } from './api-document.ts';
import { apiExamplesPage } from './api-examples.js';
import { allowlistFiles, allowlistPage } from './allowlists.js';
import { architectureDiagram } from './architecture.js';
import { environment, root } from './setup.js';
import { epubFailureReasons } from '../server/epub/failure-reasons.ts';
import { failureStatus } from '../server/failure.ts';
import { problemTitles } from '../server/http/problem.ts';

const scratch = 'node_modules/.cache/manifest';
const sources = [
  'svc-reader',
  'reader-attributes',
  'pending-reader',
  'define',
  'events/reader-events',
  'events/session-events',
  'events/sale-events',
  'events/selection-event',
  'events/access-events',
  'events/request-events',
].map((name) => `src/${name}.ts`);
const args = [
  'analyze',
  '--litelement',
  '--config',
  'scripts/manifest-config.js',
  '--globs',
  ...sources,
];
const { status, stderr } = spawnSync('cem', [...args, '--outdir', scratch], {
  cwd: root,
  env: environment,
  encoding: 'utf8',
});
if (status !== 0) throw new Error(`Generating the element manifest failed: ${stderr}`);
// Joins the lines of comments, which tables and editors show as one paragraph.
const manifest = JSON.parse(
  readFileSync(join(root, scratch, 'custom-elements.json'), 'utf8'),
  (key, value) => (key === 'description' ? value.replaceAll(/(?<!\n)\n(?!\n)/g, ' ') : value),
);
rmSync(join(root, scratch), { recursive: true });

// The analyzer also lists declarations inside methods, which are private.
for (const module of manifest.modules) {
  const exported = new Set(module.exports.map(({ declaration }) => declaration.name));
  module.declarations = module.declarations.filter(({ name }) => exported.has(name));
}
const reader = manifest.modules
  .flatMap(({ declarations }) => declarations)
  .find(({ name }) => name === 'SvcReader');
const isPrivate = (name) =>
  name === 'takeEarlyInput' ||
  reader.members.some(
    (member) => member.name === name && ['private', 'protected'].includes(member.privacy),
  );
reader.members = reader.members.filter(({ name }) => !isPrivate(name) && !name.startsWith('#'));
reader.attributes = reader.attributes.flatMap((attribute) => {
  const property = reader.members.find(
    ({ name }) => name === (attribute.fieldName ?? attribute.name),
  );
  return property ? [{ ...attribute, description: property.description }] : [];
});
reader.events = reader.events.filter(({ name }) => name?.startsWith('svc-'));
// Descriptions are comments because browsers must not load them.
const tokenSource = readFileSync(join(root, 'shared/theme-tokens.ts'), 'utf8');
const meanings = Object.fromEntries(
  [...tokenSource.matchAll(/\/\*\*((?:(?!\*\/).)+)\*\/\s+'(--svc-[\w-]+)':/gs)].map(
    ([, text, name]) => [name, text.replaceAll(/\s*\n\s*\*\s+|\s*\n\s*$/g, ' ').trim()],
  ),
);
reader.cssProperties = Object.entries(tokens).map(([name, value]) => {
  if (!meanings[name]) throw new Error(`${name} has no description in shared/theme-tokens.ts.`);
  return {
    name,
    description: meanings[name],
    default: typeof value === 'string' ? value : value.light,
  };
});

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

/** Returns the event classes with their name, description, event type and fields. */
const events = manifest.modules
  .flatMap(({ declarations }) => declarations)
  .filter(
    ({ name, superclass }) => /^(Public)?Event$/.test(superclass?.name) && name !== 'PublicEvent',
  )
  .map(({ name, description = '', members }) => ({
    className: name,
    description,
    name: members.find((member) => member.name === 'type').default.slice(1, -1),
    fields: members.filter((member) => member.name !== 'type' && member.kind === 'field'),
  }));
for (const event of reader.events) {
  const { className } = events.find(({ name }) => name === event.name) ?? {};
  if (!className) throw new Error(`${event.name} has no class.`);
  event.type = { text: className };
}
const described = (entries) =>
  entries.map(({ name, description = '' }) => [`\`${name}\``, description]);
const fieldsOf = (name) => {
  const fields = events.find((one) => one.name === name)?.fields ?? [];
  return fields.map((field) => `\`${field.name}: ${field.type?.text ?? 'unknown'}\``).join(', ');
};
const isMethod = ({ kind }) => kind === 'method';
const properties = reader.members.filter(
  (member) => !isMethod(member) && !reader.attributes.some(({ name }) => name === member.name),
);
const signature = ({ name, parameters = [], return: result }) =>
  `${name}(${parameters.map((one) => `${one.name}${one.optional || one.default ? '?' : ''}: ${one.type?.text ?? 'string'}`).join(', ')}): ${result?.type?.text ?? 'void'}`;

const attributes = table(['attribute', 'meaning'], described(reader.attributes));
const reference = [
  [
    '# `<svc-reader>`',
    'This page lists the attributes, properties, methods, events, states, custom properties, parts and slots of the element. `npm run docs` generates it from the source code.',
  ],
  [
    '## Attributes',
    attributes,
    'Each attribute is also a property of the same name. The properties for `api-key` and `deep-links` are `apiKey` and `deepLinks`.',
  ],
  [
    '## Properties',
    table(
      ['property', 'type', 'meaning'],
      properties.map(({ name, type, description = '' }) => [
        `\`${name}\``,
        `\`${type?.text ?? ''}\``,
        description,
      ]),
    ),
    'The promise `updateComplete` resolves when all changes are rendered.',
  ],
  [
    '## Methods',
    table(
      ['method', 'effect'],
      reader.members
        .filter((member) => isMethod(member) && member.description)
        .map((member) => [`\`${signature(member)}\``, member.description]),
    ),
  ],
  [
    '## Events',
    'All events bubble and are composed. `event.target` is the reader.',
    table(
      ['event', 'when', 'fields'],
      reader.events.map(({ name, description = '' }) => [
        `\`${name}\``,
        description,
        fieldsOf(name),
      ]),
    ),
  ],
  [
    '## Requests',
    'The reader’s controls dispatch these events. If your page has its own controls, dispatch the same events on the reader or on an element inside it, as in `reader.dispatchEvent(new TurnRequestEvent(1))`. `svc-reader` exports each class.',
    table(
      ['class', 'event', 'effect', 'fields'],
      events
        .filter(
          ({ name }) =>
            name.endsWith('-request') && !reader.events.some((one) => one.name === name),
        )
        .map(({ className, name, description }) => [
          `\`${className}\``,
          `\`${name}\``,
          description,
          fieldsOf(name),
        ]),
    ),
  ],
  [
    '## Errors',
    'If the reader can’t show a book or a part of it, it shows a message and fires `svc-error`. `code` is one of the [API error codes](http-api.md#error-codes), or one of the reader’s own codes: `book_missing`, `api_missing`, `api_unreachable`, `request_blocked`, `offline`, `reader_updated` and `unknown`. See [Troubleshooting](../guides/troubleshooting.md). `status` is the HTTP status, or 0 without a response. `requestId` identifies the request in the server’s log, and `retryAfterSeconds` is the time until a retry can succeed. Methods do not throw errors for user input or network failures. `ApiFailure` is the error type for failed API calls.',
  ],
  [
    '## States',
    'To style the reader in one of these states, use `svc-reader:state(…)` in your style sheet.',
    table(['state', 'active while'], described(reader.cssStates)),
  ],
  [
    '## Custom properties',
    'Set custom properties on the element or on an ancestor.',
    table(
      ['custom property', 'default (light)', 'meaning'],
      reader.cssProperties.map(({ name, default: value, description }) => [
        `\`${name}\``,
        `\`${value}\``,
        description,
      ]),
    ),
  ],
  [
    '## Parts',
    'To style a part, use `svc-reader::part(…)` in your style sheet.',
    table(['part', 'element'], described(reader.cssParts)),
  ],
  ['## Slots', table(['slot', 'content'], described(reader.slots))],
];

const files = {
  'custom-elements.json': `${JSON.stringify(manifest, null, 2)}\n`,
  'docs/reference/http-api.md': filledIn('docs/reference/http-api.md', 'errors', errorTable(table)),
  'docs/reference/import-errors.md': filledIn(
    'docs/reference/import-errors.md',
    'refusals',
    refusalTable(table),
  ),
  'docs/architecture.md': filledIn('docs/architecture.md', 'layers', architectureDiagram()),
  'docs/reference/api-examples.md': apiExamplesPage(await apiDocument()),
  ...allowlistFiles(),
  'docs/reference/allowlists.md': allowlistPage(),
  'docs/reference/element.md': `${reference.flat().join('\n\n')}\n`,
};
const stale = Object.entries(files).filter(([file, text]) => text !== readIfThere(file));
if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`${file} is out of date. Run npm run docs.`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [file, text] of stale) writeFileSync(join(root, file), text);
}

/** Returns the file's content with `text` between the two comments named `name`. */
function filledIn(file, name, text) {
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
  const old = readFileSync(join(root, file), 'utf8');
  if (!place.test(old))
    throw new Error(`${file} lacks the comments <!-- ${name} --> and <!-- /${name} -->.`);
  return old.replace(place, (_, start, end) => `${start}\n${text}\n\n${end}`);
}

function readIfThere(file) {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return null;
  }
}

/** @param table - Formats a Markdown table. */
function errorTable(table) {
  const rows = Object.entries(failureStatus)
    .toSorted(([, a], [, b]) => a - b)
    .map(([code, status]) => [String(status), `\`${code}\``, problemTitles[code]]);
  return table(['status', 'code', 'meaning'], rows);
}

/** @param table - Formats a Markdown table. */
function refusalTable(table) {
  const rows = Object.entries(epubFailureReasons).map(([reason, { code, meaning, advice }]) => [
    `\`${reason}\``,
    `\`${code}\``,
    meaning,
    advice,
  ]);
  return table(['reason', 'code', 'meaning', 'what to do'], rows);
}
