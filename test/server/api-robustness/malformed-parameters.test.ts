import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as fc from 'fast-check';
import pLimit from 'p-limit';
import { Problem } from '../../../server/http/problem.ts';
import { forEachEngine } from '../harness.ts';
import { buildRequestPath, documentedApi } from './documented-api.ts';
import { arbitraryValue, malformedValues, isAllowedBySchema } from './malformed-values.ts';

/** The parameters that a refusal names. */
async function rejectedParameters(response: Response): Promise<(string | undefined)[]> {
  const { errors = [] } = Problem.parse(await response.json());
  return errors.map(({ parameter }) => parameter);
}

/** All of the faults at once: one look shows what is to be done. */
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

forEachEngine('a hostile value', (engine) => {
  it('of any parameter of any read is refused by name, unless it is legal', async () => {
    const hostile = await documentedApi(engine);
    const checks = hostile.operations
      .filter(({ method }) => method === 'GET')
      .flatMap((one) =>
        one.parameters
          .filter((parameter) => parameter.in !== 'header')
          .map((parameter) => async () => {
            const property = fc.asyncProperty(arbitraryValue, async (raw) => {
              const address = buildRequestPath(hostile, one, { [parameter.name]: raw });
              const what = `${one.operation.operationId} ${parameter.name}=${raw.slice(0, 60)}`;
              const response = await hostile.send(one.operation, address);
              const { status } = response;
              assert.ok(status < 500, `${what}: ${status}`);
              // Nothing is under an empty name: that is another address.
              if (parameter.in === 'path' && raw === '') return;
              if (status === 400) {
                assert.ok(
                  (await rejectedParameters(response)).includes(parameter.name),
                  `${what}: not named`,
                );
              } else if (raw.length <= 1000) {
                assert.ok(
                  isAllowedBySchema(parameter, raw),
                  `${what}: ${status}, though it is not legal`,
                );
              }
            });
            const numRuns = malformedValues.length + 4;
            const examples = malformedValues.map((raw): [string] => [raw]);
            await fc.assert(property, { seed: 1, numRuns, examples, endOnFailure: true });
          }),
      );
    assert.deepEqual(await collectErrors(checks), []);
  });

  it('of a repeated parameter is refused by name', async () => {
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

  it('of a parameter that there is not is refused by name', async () => {
    const hostile = await documentedApi(engine);
    const names = ['colour', '__proto__', 'constructor', 'q[]', 'limit[a]', 'LIMIT', '🐳', ''];
    const checks = hostile.operations.flatMap((one) =>
      [...names, 'x'.repeat(10_000)].map((name) => async () => {
        const address = buildRequestPath(hostile, one, {}, `${encodeURIComponent(name)}=1`);
        const response = await hostile.send(one.operation, address, {
          method: one.method,
          ...hostile.rightBody(one.operation),
        });
        const what = `${one.operation.operationId} ${name.slice(0, 20)}`;
        assert.equal(response.status, 400, `${what}: ${response.status}`);
        assert.ok((await rejectedParameters(response)).includes(name), `${what}: not named`);
      }),
    );
    assert.deepEqual(await collectErrors(checks), []);
  });

  it('as a cursor that was tampered with, or is of another list, is refused', async () => {
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
      const { meta } = await first.json();
      if (meta.nextCursor === null) return;
      const cursor = String(meta.nextCursor);
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

forEachEngine('a known address', (engine) => {
  it('answers another method with 405 and the methods that it takes', async () => {
    const hostile = await documentedApi(engine);
    const byPath = Map.groupBy(hostile.operations, ({ path }) => path);
    for (const [path, operations] of byPath) {
      const [one] = operations;
      assert.ok(one);
      const takes = operations.map(({ method }) => method);
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

  it('answers HEAD as it does GET', async () => {
    const hostile = await documentedApi(engine);
    for (const one of hostile.operations.filter(({ method }) => method === 'GET')) {
      const address = buildRequestPath(hostile, one);
      const get = await hostile.send(one.operation, address);
      const head = await hostile.send(one.operation, address, { method: 'HEAD' });
      assert.equal(head.status, get.status, address);
      // What is not to be stored is another one every time.
      if (get.headers.get('Cache-Control') !== 'no-store') {
        assert.equal(head.headers.get('ETag'), get.headers.get('ETag'), address);
      }
      assert.equal(await head.text(), '', address);
    }
  });
});
