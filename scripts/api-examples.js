/** HTTP methods that write. */
const writes = ['post', 'put', 'patch', 'delete'];

/** Names of the files in examples of requests that upload one, by content type. */
const fileNames = [
  ['application/epub+zip', 'book.epub'],
  ['image/jpeg', 'cover.jpg'],
];
/** Content types in order of preference for examples. */
const preferredTypes = ['application/json', 'application/merge-patch+json'];

const introduction = `# API examples

Copy a \`curl\` command for each API request that creates, changes or deletes something. \`npm run docs\` generates this page
from the [OpenAPI document](http-api.md), which also describes the fields, responses and errors.

In the examples, \`SVC_KEY\` is a secret key, and \`SVC_URL\` is the URL of the server:

\`\`\`sh
export SVC_URL=https://books.example SVC_KEY=svc_…
\`\`\`

Requests with \`Idempotency-Key\` can be repeated safely: the server executes the first one, and returns its response for
the others. Use a new value for each operation, for example the number of your order.`;

/**
 * Returns a Markdown page with a curl command for each write operation under /v1, grouped by tag.
 *
 * @param document - The OpenAPI document.
 * @throws {Error} An operation with a required body has no example.
 */
export function apiExamplesPage(document) {
  const groups = new Map();
  for (const [path, operations] of Object.entries(document.paths)) {
    if (!path.startsWith('/v1/')) continue;
    for (const method of writes) {
      const operation = operations[method];
      if (!operation || !isForSecretKeys(operation)) continue;
      const [tag] = operation.tags;
      const example = `### ${operation.summary}\n\n${command(document, method, path, operation)}`;
      groups.set(tag, [...(groups.get(tag) ?? []), example]);
    }
  }
  const sections = [...groups].map(([tag, examples]) => `## ${tag}\n\n${examples.join('\n\n')}`);
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

/** Excludes requests that only the element sends, with the token of a reading session. */
function isForSecretKeys({ security = [] }) {
  return security.some((scheme) => 'apiKey' in scheme);
}

/** Returns one command, or two for a request that also takes a file. */
function command(document, method, path, operation) {
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, one));
  const url = parameters
    .filter((one) => one.in === 'path')
    .reduce((text, { name, example, schema }) => {
      const value = example ?? schema?.example ?? schema?.examples?.[0];
      return text.replace(`{${name}}`, String(value));
    }, path);
  const { content = {} } = resolve(document, operation.requestBody ?? {});
  const type = preferredTypes.find((one) => one in content) ?? Object.keys(content)[0];
  const lines = [
    `curl -X ${method.toUpperCase()} "$SVC_URL${url}"`,
    '-H "Authorization: Bearer $SVC_KEY"',
  ];
  if (parameters.some(({ name }) => name === 'Idempotency-Key'))
    lines.push(`-H "Idempotency-Key: ${operation.operationId}-1017"`);
  const file = fileNames.find(([fileType]) => fileType in content);
  const blocks = file
    ? [shell([...lines, `-H "Content-Type: ${file[0]}"`, `--data-binary @${file[1]}`])]
    : [];
  if (file && !('application/json' in content)) return blocks[0];
  if (type !== undefined) {
    const body = exampleOf(content[type]);
    if (body === undefined) throw new Error(`${method} ${path} has no example of its body.`);
    const text = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
    lines.push(`-H "Content-Type: ${type}"`, `-d '${text}'`);
  }
  return [...blocks, shell(lines)].join('\n\n');
}

/** Returns a code block with a command, with each argument on its own line. */
function shell(lines) {
  return `\`\`\`sh\n${lines.join(' \\\n  ')}\n\`\`\``;
}

function exampleOf({ example, examples, schema }) {
  return example ?? Object.values(examples ?? {})[0]?.value ?? schema?.example;
}

function resolve(document, part) {
  if (!part.$ref) return part;
  const steps = part.$ref.slice(2).split('/');
  return steps.reduce((at, step) => at[step], document);
}
