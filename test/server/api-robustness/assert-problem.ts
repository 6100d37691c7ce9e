import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const published = join(
  import.meta.dirname,
  '../../../../shared/data/api/rfc9457-problem.schema.json',
);

/** Members of a problem document (RFC 9457, section 3.1). */
const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string', minLength: 1 },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', minLength: 1 },
    instance: { type: 'string', format: 'uri-reference' },
  },
};

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const schemas = existsSync(published) ? [problemSchema, readPublished()] : [problemSchema];
const validators = schemas.map((schema: object) => ajv.compile(schema));

/**
 * Asserts that a body is a problem document, using the RFC's rules and, if available, its published
 * schema.
 */
export function assertProblem(text: string): void {
  const problem: unknown = JSON.parse(text);
  for (const validate of validators) {
    assert.ok(validate(problem), `${ajv.errorsText(validate.errors)}: ${text}`);
  }
}

/** Unfolds lines as defined in RFC 8792. */
function readPublished(): object {
  return JSON.parse(readFileSync(published, 'utf8').replaceAll(/\\\n\s*/g, '')) as object;
}
