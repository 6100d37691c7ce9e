import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import type { FastifyPluginAsync } from 'fastify';
import * as fc from 'fast-check';
import { z } from 'zod';
import { runsOf } from '../../../scripts/test-tiers.js';
import { forEachEngine, temporaryFolder, testApi } from '../harness.ts';
import { buildRequestPath, documentedApi } from './documented-api.ts';
import { assertProblem } from './assert-problem.ts';

const suite = join(import.meta.dirname, '../../../../shared/data/api/JSONTestSuite.tar.gz');
const suiteMissing = existsSync(suite) ? false : 'the JSONTestSuite archive is missing';

/** JSON allows NUL in strings, but the API does not. */
const legalButNoText = new Set(['y_object_escaped_null_in_key.json', 'y_string_null_escape.json']);

/** Accepts any JSON and returns it. */
const anyJsonRoute: FastifyPluginAsync = async (app) => {
  app.post(
    '/v1/test/any',
    { schema: { hide: true, body: z.unknown() }, config: { permission: 'write:books' } },
    async ({ body }) => ({ data: body }),
  );
};

forEachEngine('malformed bodies', (engine) => {
  it('are rejected by every route with a body, without a server error', async () => {
    const hostile = await documentedApi(engine);
    const types = [
      '',
      'text/plain',
      'application/xml',
      'application/json',
      'application/epub+zip',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/json; charset=no-such',
      'no media type',
      '__proto__',
    ];
    const writes = hostile.operations.filter(({ method }) => method !== 'GET');
    assert.ok(writes.length > 0);
    const anyBody = fc.tuple(
      fc.constantFrom(...types),
      fc.oneof(
        fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text)),
        fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text.slice(0, -1))),
        fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
        fc
          .constantFrom('{', '[', '"', '{"a":', '{"__proto__":{}}', '--x\r\n', 'PK\u0003\u0004')
          .map((text) => Buffer.from(text)),
      ),
    );
    for (const one of writes) {
      const property = fc.asyncProperty(anyBody, async ([type, body]) => {
        const response = await hostile.send(one.operation, buildRequestPath(hostile, one), {
          method: one.method,
          body: new Uint8Array(body),
          headers: { 'Content-Type': type },
        });
        assert.ok(
          response.status < 500,
          `${one.operation.operationId} ${type}: ${response.status}`,
        );
      });
      await fc.assert(property, { seed: 1, numRuns: runsOf(60), endOnFailure: true });
    }
  });

  it(
    'are accepted or rejected as defined by JSONTestSuite',
    {
      skip: suiteMissing,
    },
    async () => {
      const folder = temporaryFolder();
      execFileSync('tar', ['-xzf', suite, '-C', folder]);
      const files = join(folder, 'JSONTestSuite/test_parsing');
      const api = await testApi(engine, { plugins: [anyJsonRoute] });
      const { text: key } = await api.newKey({ tier: 'unlimited' });
      const wrong: string[] = [];
      for (const name of readdirSync(files)) {
        const response = await api.request('/v1/test/any', {
          key,
          method: 'POST',
          body: new Uint8Array(readFileSync(join(files, name))),
          headers: { 'Content-Type': 'application/json' },
        });
        const text = await response.text();
        if (response.status !== 200) assertProblem(text);
        const isRight = {
          y: response.status === (legalButNoText.has(name) ? 400 : 200),
          n: response.status === 400,
          // These are implementation-defined, so either result is correct.
          i: response.status === 200 || response.status === 400,
        }[name.charAt(0)];
        if (!isRight) wrong.push(`${name}: ${response.status}`);
      }
      assert.deepEqual(wrong, []);
    },
  );
});
