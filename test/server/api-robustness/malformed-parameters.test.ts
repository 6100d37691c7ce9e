import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import pLimit from 'p-limit';
import { runsOf, someOf } from '../../../scripts/test-tiers.js';
import { Problem } from '../../../server/http/problem.ts';
import { forEachEngine } from '../harness.ts';
import { buildRequestPath, documentedApi } from './documented-api.ts';
import { arbitraryValue, malformedValues, isAllowedBySchema } from './malformed-values.ts';

/** The parameters named by an error response. */
async function rejectedParameters(response: Response): Promise<(string | undefined)[]> {
  const { errors = [] } = Problem.parse(await response.json());
  return errors.map(({ parameter }) => parameter);
}

/** Collects all errors so that one run shows everything that must be fixed. */
async function collectErrors(checks: (() => Promise<void>)[]): Promise<string[]> {
  const faults: string[] = [];
  const few = pLimit(16);
  const run = async (check: () => Promise<void>) => {
    try {
      await check();
    } catch (error) {
      const { cause, message } = error instanceof Error ? error : new Error(String(error));
      faults.push((cause instanceof Error ? cause.message : message).slice(0, 400));
    }
  };
  await Promise.all(checks.map((check) => few(run, check)));
  return faults;
}

forEachEngine('malformed parameters', (engine) => {
  it('are rejected by name in every read operation, unless they are valid', async () => {
    const hostile = await documentedApi(engine);
    const checks = hostile.operations
      .filter(({ method }) => method === 'GET')
      .flatMap((one) => one.parameters.map((parameter) => ({ one, parameter })))
      .filter(({ parameter }) => parameter.in !== 'header')
      .map(({ one, parameter }, at) => async () => {
        const property = fc.asyncProperty(arbitraryValue, async (raw) => {
          const address = buildRequestPath(hostile, one, { [parameter.name]: raw });
          const context = `${one.operation.operationId} ${parameter.name}=${raw.slice(0, 60)}`;
          const response = await hostile.send(one.operation, address);
          const { status } = response;
          assert.ok(status < 500, `${context}: ${status}`);
          // Skipped: an empty path segment results in a different route.
          if (parameter.in === 'path' && raw === '') return;
          // A malformed id in a path is reported like an unknown one.
          if (parameter.in === 'path' && parameter.name.endsWith('Id') && status === 404) return;
          if (status === 400) {
            assert.ok(
              (await rejectedParameters(response)).includes(parameter.name),
              `${context}: not named`,
            );
          } else if (raw.length <= 1000) {
            assert.ok(
              isAllowedBySchema(parameter, raw),
              `${context}: ${status}, although the value is invalid`,
            );
          }
        });
        const examples = someOf(malformedValues, at).map((raw): [string] => [raw]);
        const numRuns = examples.length + runsOf(4);
        await fc.assert(property, { seed: 1, numRuns, examples, endOnFailure: true });
      });
    assert.deepEqual(await collectErrors(checks), []);
  });

  it('are rejected if they are manipulated cursors or cursors of another list', async () => {
    const hostile = await documentedApi(engine);
    const lists = hostile.operations.filter(({ parameters }) =>
      parameters.some(({ name }) => name === 'cursor'),
    );
    assert.ok(lists.length > 0);
    const checks = lists.map((one) => async () => {
      const first = await hostile.send(
        one.operation,
        buildRequestPath(hostile, one, { limit: '1' }),
      );
      await first.text();
      const [, encoded] = /[?&]cursor=([^&>]+)/.exec(first.headers.get('Link') ?? '') ?? [];
      if (encoded === undefined) return;
      const cursor = decodeURIComponent(encoded);
      const flipped = (at: number) =>
        cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      const places = [0, 5, cursor.length >> 1, cursor.length - 2];
      const wrong = [...places.map(flipped), `${cursor}A`, cursor.slice(0, -1), cursor + cursor];
      for (const raw of wrong) {
        const address = buildRequestPath(hostile, one, { limit: '1', cursor: raw });
        const response = await hostile.send(one.operation, address);
        assert.equal(response.status, 400, `${one.operation.operationId} ${raw}`);
        assert.ok((await rejectedParameters(response)).includes('cursor'));
      }
    });
    assert.deepEqual(await collectErrors(checks), []);
  });
});

// The server rejects these requests before it reads from the database.
describe('repeated and unknown parameters', () => {
  const engine = 'sqlite';

  it('are rejected by name if they are repeated', async () => {
    const hostile = await documentedApi(engine);
    const checks = hostile.operations.flatMap((one) =>
      one.parameters
        .filter((parameter) => parameter.in === 'query')
        .map((parameter) => async () => {
          const right = encodeURIComponent(hostile.rightValue(parameter));
          const again = `${parameter.name}=${right}`;
          const address = buildRequestPath(hostile, one, { [parameter.name]: right }, again);
          const response = await hostile.send(one.operation, address, {
            method: one.method,
            ...hostile.rightBody(one.operation),
          });
          assert.equal(response.status, 400, `${one.operation.operationId} ${again}`);
          assert.ok((await rejectedParameters(response)).includes(parameter.name), address);
        }),
    );
    assert.deepEqual(await collectErrors(checks), []);
  });

  it('are rejected by name if they are unknown', async () => {
    const hostile = await documentedApi(engine);
    const names = ['colour', '__proto__', 'constructor', 'q[]', 'limit[a]', 'LIMIT', '🐳', ''];
    const checks = hostile.operations.flatMap((one) =>
      [...names, 'x'.repeat(10_000)].map((name) => async () => {
        const address = buildRequestPath(hostile, one, {}, `${encodeURIComponent(name)}=1`);
        const response = await hostile.send(one.operation, address, {
          method: one.method,
          ...hostile.rightBody(one.operation),
        });
        const context = `${one.operation.operationId} ${name.slice(0, 20)}`;
        assert.equal(response.status, 400, `${context}: ${response.status}`);
        assert.ok((await rejectedParameters(response)).includes(name), `${context}: not named`);
      }),
    );
    assert.deepEqual(await collectErrors(checks), []);
  });
});

/** Methods that only the server's own pages use. */
const undocumented = new Map([['/v1/reader/embed', ['POST']]]);

describe('known paths, with other methods', () => {
  it('respond to other methods with 405 and the allowed methods', async () => {
    const hostile = await documentedApi('sqlite');
    const byPath = Map.groupBy(hostile.operations, ({ path }) => path);
    for (const [path, operations] of byPath) {
      const [one] = operations;
      assert.ok(one);
      const takes = [...operations.map(({ method }) => method), ...(undocumented.get(path) ?? [])];
      const all = [...takes, 'OPTIONS', ...(takes.includes('GET') ? ['HEAD'] : [])].sort();
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (all.includes(method)) continue;
        const address = buildRequestPath(hostile, one);
        const response = await hostile.api.request(address, { method, key: hostile.key });
        assert.equal(response.status, 405, `${method} ${path}`);
        assert.equal(response.headers.get('Allow'), all.join(', '), `${method} ${path}`);
      }
    }
  });
});

forEachEngine('known paths', (engine) => {
  it('respond to HEAD in the same way as to GET', async () => {
    const hostile = await documentedApi(engine);
    for (const one of hostile.operations.filter(({ method }) => method === 'GET')) {
      const address = buildRequestPath(hostile, one);
      const get = await hostile.send(one.operation, address);
      const head = await hostile.send(one.operation, address, { method: 'HEAD' });
      assert.equal(head.status, get.status, address);
      // Responses that must not be stored differ every time.
      if (get.headers.get('Cache-Control') !== 'no-store') {
        assert.equal(head.headers.get('ETag'), get.headers.get('ETag'), address);
      }
      assert.equal(await head.text(), '', address);
    }
  });
});
