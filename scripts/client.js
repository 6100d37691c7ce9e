// npm run client: generates client/api.ts, the types of the TypeScript client, from the server's
// OpenAPI document. With --check, reports whether the file is out of date and writes nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiDocument } from './api-document.ts';
import { install, root } from './setup.js';

/** Folder of the tools that need TypeScript's older API. */
const tools = join(root, 'test/frameworks');
install(tools);
const generator = join(tools, 'node_modules/openapi-typescript/dist/index.mjs');
const { default: openapiTS, astToString } = await import(pathToFileURL(generator).href);

const { default: typescript } = await import(
  pathToFileURL(join(tools, 'node_modules/typescript/lib/typescript.js')).href
);
const typeReference = (name) => typescript.factory.createTypeReferenceNode(name);

const head = `// Generated from the OpenAPI document by \`npm run client\`. Do not edit.
/* oxlint-disable */

`;
const file = join(root, 'client/api.ts');
const tree = '#/components/schemas/SectionTree';
const options = {
  inject: 'export type SectionTree = string | (SectionTree | Record<string, string>)[];',
  // The generator does not support recursive references.
  transform: (_schema, { path }) => (path === tree ? typeReference('SectionTree') : undefined),
};
const types = await openapiTS(withoutExamples(await apiDocument()), options);
const text = head + astToString(types);

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('client/api.ts is out of date. Run npm run client.');
  process.exitCode = 1;
}

/** Returns a part of the document without members that would only lengthen the types. */
function withoutExamples(part) {
  if (Array.isArray(part)) return part.map(withoutExamples);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).filter(
    ([name, value]) =>
      name !== 'example' &&
      !(name === 'examples' && Array.isArray(value)) &&
      !isHeaders(name, part),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutExamples(value)]));
}

/** Whether a member contains the headers of one response or of all responses. */
function isHeaders(name, part) {
  return name === 'headers' && ('content' in part || 'description' in part || 'schemas' in part);
}
