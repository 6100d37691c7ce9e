import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { testApi } from './harness.ts';

const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  'x-permission': z.string().optional(),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ headers: z.record(z.string(), z.unknown()), description: z.string() }),
  ),
});

const Document = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
});

async function documentOf() {
  const api = await testApi('sqlite');
  const response = await api.ask('/v1/openapi.json');
  assert.equal(response.status, 200);
  const text = await response.text();
  return { text, document: Document.parse(JSON.parse(text)) };
}

describe('the OpenAPI document', () => {
  it('is one by the specification’s own schema', async () => {
    const { text } = await documentOf();
    assert.deepEqual(await new Validator().validate(JSON.parse(text)), { valid: true });
  });

  it('describes every route of the API, and no page or probe', async () => {
    const { document } = await documentOf();
    const paths = Object.keys(document.paths);
    for (const path of ['/v1/keys/me', '/v1/books', '/v1/books/{bookId}', '/v1/reader/embed']) {
      assert.ok(paths.includes(path), path);
    }
    assert.deepEqual(
      paths.filter((path) => !/^\/(v1|content)\//.test(path)),
      [],
    );
  });

  it('says of every operation what key it needs and how it can fail', async () => {
    const { document } = await documentOf();
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const name = `${method} ${path}`;
        const statuses = Object.keys(operation.responses);
        assert.ok(
          statuses.some((status) => status.startsWith('2')),
          name,
        );
        assert.ok(statuses.includes('400') && statuses.includes('500'), name);
        if (path.startsWith('/v1/')) {
          assert.deepEqual(operation.security, [{ apiKey: [] }], name);
          assert.ok(
            ['401', '403', '429'].every((status) => statuses.includes(status)),
            name,
          );
        }
      }
    }
    const list = document.paths['/v1/books']?.['get'];
    assert.equal(list?.['x-permission'], 'read:books');
    assert.deepEqual(Object.keys(list?.responses['200']?.headers ?? {}), [
      'Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'RateLimit',
      'RateLimit-Policy',
    ]);
    assert.ok('Retry-After' in (list?.responses['429']?.headers ?? {}));
    assert.ok('WWW-Authenticate' in (list?.responses['401']?.headers ?? {}));
    assert.equal(document.paths['/v1/keys/me']?.['get']?.['x-permission'], undefined);
    const resource = document.paths['/content/{versionId}/resources/{path}']?.['get'];
    assert.equal(resource?.operationId, 'getContentByVersionIdResourcesByPath');
    assert.deepEqual(
      resource.parameters?.filter((one) => one.in === 'path').map(({ name }) => name),
      ['versionId', 'path'],
    );
  });

  it('has every schema that it refers to, and no other', async () => {
    const { document, text } = await documentOf();
    const referred = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name),
    );
    assert.ok(referred.has('Problem') && referred.has('Book') && referred.has('KeyRecord'));
    assert.deepEqual(Object.keys(document.components.schemas).sort(), [...referred].sort());
  });
});
