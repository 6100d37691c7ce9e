import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pLimit from 'p-limit';
import { z } from 'zod';
import { someOf } from '../../../scripts/test-tiers.js';
import { Problem } from '../../../server/http/problem.ts';
import type { Parameter } from '../api-document.ts';
import { forEachEngine } from '../harness.ts';
import { buildRequestPath, documentedApi, type DocumentedOperation } from './documented-api.ts';

/** Phrases of the validation library, of JavaScript and of Fastify. */
const rawPhrases =
  /Invalid (input|option|string|number|value\b)|expected \w+, received|\bToo (small|big)|Unrecognized key|undefined|\[object|must NOT|FST_|the pattern/;

const wrongTexts = [
  '',
  'nope',
  'x'.repeat(5000),
  '-1',
  '0',
  '1.5',
  '1e9',
  '99999999',
  '🐳',
  ' ',
  ',',
];
const wrongValues = [null, 42, -1, 1.5, true, '', 'x', [], ['x'], {}, 'x'.repeat(25_000)];

const Limits = z.looseObject({
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});

/** Returns what is wrong with the message about a parameter, or null. */
function faultOf(text: string, name: string, schema: unknown): string | null {
  const { detail = '', errors = [] } = Problem.parse(JSON.parse(text));
  const raw = rawPhrases.exec(detail.replaceAll(/got "[^"]*"/g, ''));
  if (raw) return `contains “${raw[0]}”`;
  if (!detail.includes(name)) return 'does not name the member';
  if (
    new Set(errors.map((one) => JSON.stringify([one.parameter, one.detail]))).size < errors.length
  )
    return 'repeats a message';
  const own = errors.find((one) => one.parameter === name)?.detail ?? detail;
  const { enum: values, minimum, maximum } = Limits.parse(schema);
  const missing = values?.find((value) => !own.includes(String(value)));
  if (missing !== undefined) return `does not list ${String(missing)}`;
  const hasRange = minimum !== undefined && maximum !== undefined && maximum < 1e12;
  if (hasRange && !(own.includes(String(minimum)) && own.includes(String(maximum))))
    return `does not state the range from ${minimum} to ${maximum}`;
  return null;
}

const few = pLimit(16);
const runAll = async (checks: (() => Promise<string | null>)[]) =>
  (await Promise.all(checks.map((check) => few(check)))).filter((fault) => fault !== null);

// Messages do not depend on the database.
describe('error messages', () => {
  const engine = 'sqlite';

  it('name the parameter and what is allowed, in every operation', async () => {
    const hostile = await documentedApi(engine);
    const check = (one: DocumentedOperation, parameter: Parameter, raw: string) => async () => {
      const path = buildRequestPath(hostile, one, { [parameter.name]: encodeURIComponent(raw) });
      const response = await hostile.send(one.operation, path, {
        method: one.method,
        ...hostile.rightBody(one.operation),
      });
      const text = await response.text();
      if (response.status !== 400) return null;
      const isCalledMissing = /: Required/.test(text) && raw.trim() !== '';
      const fault = isCalledMissing
        ? 'says that a value is missing, although one was sent'
        : faultOf(text, parameter.name, parameter.schema);
      return fault && `${one.method} ${path.slice(0, 100)} ${fault}: ${text.slice(0, 400)}`;
    };
    const checks = hostile.operations.flatMap((one) =>
      one.parameters
        .filter((parameter) => parameter.in === 'query')
        .flatMap((parameter) => wrongTexts.map((raw) => check(one, parameter, raw))),
    );
    assert.ok(checks.length > 500);
    assert.deepEqual(await runAll(someOf(checks, 0)), []);
  });

  it('name missing and unknown parameters, and list the allowed ones', async () => {
    const hostile = await documentedApi(engine);
    const checks = hostile.operations.flatMap((one) => {
      const query = one.parameters.filter((parameter) => parameter.in === 'query');
      const missing = query
        .filter(({ required }) => required)
        .map(({ name }) => async () => {
          const path = buildRequestPath(hostile, {
            ...one,
            parameters: one.parameters.filter((other) => other.name !== name),
          });
          const response = await hostile.send(one.operation, path, { method: one.method });
          const text = await response.text();
          // A served page explains the error to readers.
          if (response.status !== 400 || !text.startsWith('{')) return null;
          const isClear = /Required/.test(text) && faultOf(text, name, {}) === null;
          return isClear ? null : `${path}: ${text}`;
        });
      const unknown = async () => {
        const path = buildRequestPath(hostile, one, {}, 'colour=red');
        const response = await hostile.send(one.operation, path, {
          method: one.method,
          ...hostile.rightBody(one.operation),
        });
        const text = await response.text();
        if (response.status !== 400 || !text.includes('colour')) return null;
        const unlisted = query.find(({ name }) => !text.includes(`\`${name}\``));
        if (unlisted) return `${path} does not list ${unlisted.name}: ${text}`;
        const fault = faultOf(text, 'colour', {});
        return fault && `${path} ${fault}: ${text}`;
      };
      return [...missing, unknown];
    });
    assert.deepEqual(await runAll(someOf(checks, 0)), []);
  });

  it('show the value that was sent, and the names of tokens', async () => {
    const { api, key } = await documentedApi(engine);
    const bookId = 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R';
    const detailOf = async (path: string, body?: object) => {
      const headers = { 'Content-Type': 'application/json' };
      const sent = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
      const response = await api.request(path, { key, ...sent });
      return Problem.parse(await response.json()).detail ?? '';
    };
    assert.match(await detailOf('/v1/books?language=english'), /language tag.*got "english"/);
    const tokens = { '--svc-radus': '1px' };
    assert.match(
      await detailOf('/v1/reader/deployments', { name: 'Shop', theme: { tokens } }),
      /--svc-radus: Unknown member\. Allowed members: .*`--svc-radius`/,
    );
    assert.match(
      await detailOf('/v1/reader/deployments', {
        name: 'Shop',
        theme: { tokens: { '--svc-accent': 'notacolor' } },
      }),
      /--svc-accent: Must be .*, got "notacolor"/,
    );
    const price = { amount: '99999999999999', currency: 'EUR' };
    assert.match(await detailOf('/v1/books', { title: 'Whales', price }), /at most 12 digits/);
    const cents = { amount: '9.999', currency: 'EUR' };
    assert.match(
      await detailOf('/v1/books', { title: 'Whales', price: cents }),
      /at most 2 digits .*, got "9\.999"/,
    );
    const access = { mode: 'sample', share: 10 };
    assert.match(
      await detailOf('/v1/books', { title: 'Whales', access }),
      /less than 1, such as 0\.1 for 10%, got 10/,
    );
    const unitPrice = { amount: '1.00', currency: 'EUR' };
    const future = { orderId: '1', quantity: 1, unitPrice, occurredAt: '2999-01-01T00:00:00Z' };
    assert.match(
      await detailOf('/v1/sales', { ...future, bookId }),
      /not in the future, got "2999-01-01/,
    );
  });

  it('name the path that was meant', async () => {
    const { api, key } = await documentedApi(engine);
    const bookId = 'bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R';
    const answer = async (path: string, init: { method?: string } = {}) => {
      const response = await api.request(path, { key, ...init });
      return Problem.parse(await response.json()).detail;
    };
    for (const [path, meant] of [
      ['/v1/books/', '/v1/books'],
      ['/v1/Books', '/v1/books'],
      ['/v1//books', '/v1/books'],
      ['/books', '/v1/books'],
      [`/v1/Books/${bookId}/`, `/v1/books/${bookId}`],
      [`/v1/books/${bookId}/chapters/`, `/v1/books/${bookId}/chapters`],
      ['/V1/sales', '/v1/sales'],
    ] as const) {
      const expected = `No resource at ${path}. Use ${meant} instead.`;
      assert.equal(await answer(path), expected);
      assert.equal(await answer(path, { method: 'POST' }), expected);
    }
    for (const path of ['/v1/book', '/v2/books', '/v1', '/nothing/'])
      assert.equal(await answer(path), `No resource at ${path}. Check the path.`);
  });

  it('name the media types of a cover', async () => {
    const { api, key } = await documentedApi(engine);
    const response = await api.request('/v1/books/bk_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R/cover', {
      key,
      method: 'PUT',
      headers: { 'Content-Type': 'text/plain' },
      body: 'x',
    });
    assert.match(
      Problem.parse(await response.json()).detail ?? '',
      /`Content-Type` must be `image\/jpeg` or .*, got "text\/plain"/,
    );
  });

  it('use the API’s own words for every member of every body', async () => {
    const hostile = await documentedApi(engine);
    const checks = hostile.operations.flatMap((one) => {
      const { body } = hostile.rightBody(one.operation);
      if (one.method === 'GET' || typeof body !== 'string') return [];
      const right = z.record(z.string(), z.unknown()).parse(JSON.parse(body));
      const bodies = Object.keys(right).flatMap((name) => {
        const { [name]: _, ...rest } = right;
        return [
          { name, sent: rest },
          ...wrongValues.map((value) => ({ name, sent: { ...right, [name]: value } })),
        ];
      });
      bodies.push({ name: 'colour', sent: { ...right, colour: 'red' } });
      return bodies.map(({ name, sent }) => async () => {
        const path = buildRequestPath(hostile, one);
        const response = await hostile.send(one.operation, path, {
          method: one.method,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(sent),
        });
        const text = await response.text();
        if (response.status !== 400) return null;
        // The example of a patch can be incomplete on its own.
        const isIncomplete = text.includes('/price/currency') && name !== 'price';
        const fault = faultOf(text, isIncomplete ? '' : name, {});
        return (
          fault && `${one.method} ${path} ${JSON.stringify(sent).slice(0, 100)} ${fault}: ${text}`
        );
      });
    });
    assert.ok(checks.length > 500);
    assert.deepEqual(await runAll(someOf(checks, 0)), []);
  });
});

forEachEngine('malformed ids in paths', (engine) => {
  it('are treated like unknown ids', async () => {
    const hostile = await documentedApi(engine);
    const checks = hostile.operations.flatMap((one) =>
      one.parameters
        .filter((parameter) => parameter.in === 'path' && parameter.name.endsWith('Id'))
        .flatMap((parameter) => {
          const [prefix = 'x'] = hostile.rightValue(parameter).split('_');
          return [`${prefix}_nope`, 'nope', `${prefix}_🐳`, 'x'.repeat(500)].map(
            (raw) => async () => {
              const path = buildRequestPath(hostile, one, {
                [parameter.name]: encodeURIComponent(raw),
              });
              const response = await hostile.send(one.operation, path, {
                method: one.method,
                ...hostile.rightBody(one.operation),
              });
              const { status } = response;
              return status === 404 || status === 204
                ? null
                : `${one.method} ${path}: ${status} ${await response.text()}`;
            },
          );
        }),
    );
    assert.ok(checks.length > 100);
    assert.deepEqual(await runAll(someOf(checks, 0)), []);
  });
});
