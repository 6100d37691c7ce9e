import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false });
addFormats.default(ajv);
for (const name of ['webpub-manifest', 'opds-feed']) {
  ajv.addSchema(parse(readFileSync(new URL(`${name}.schema.json`, import.meta.url), 'utf8')));
}

/** Fails with the location of the error if a document does not match its schema. */
export function assertMatchesSchema(
  name: 'webpub-manifest' | 'opds-feed',
  document: unknown,
): void {
  const check = ajv.getSchema(`https://svc.test/schemas/${name}.schema.json`);
  assert.ok(check, `Schema ${name} is missing.`);
  check(document);
  assert.deepEqual(
    (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
    [],
  );
}

function parse(json: string): object {
  return JSON.parse(json) as object;
}
