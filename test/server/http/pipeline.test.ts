import assert from 'node:assert/strict';
import { it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Problem } from '../../../server/http/problem.ts';
import { rawRequest } from '../raw-request.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { testRoutes } from '../test-routes.ts';

const ok = '/v1/test/status/200';

forEachEngine('every answer', (engine) => {
  it('has a unique Request-Id, which a problem repeats', async () => {
    const api = await testApi(engine);
    const one = await api.request('/healthz');
    const other = await api.request('/v1/keys/me');
    assert.match(one.headers.get('Request-Id') ?? '', /^req_[0-9A-Z]{26}$/);
    const problem = Problem.parse(await other.json());
    assert.equal(problem.requestId, other.headers.get('Request-Id'));
    assert.notEqual(problem.requestId, one.headers.get('Request-Id'));
  });

  it('can be read by pages of every origin, even if it is an error', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey()).text;
    const exposed =
      'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, ' +
      'Retry-After, Request-Id, Link, ETag, Location, Idempotent-Replayed, Svc-Environment';
    const paths = [
      ok,
      '/v1/test/status/500',
      '/v1/nothing',
      '/nothing',
      '/v1/books?limit=x',
      '/%zz',
    ];
    for (const path of paths) {
      const { headers } = await rawRequest(api.url + path, {
        headers: { Authorization: `Bearer ${key}` },
      });
      assert.equal(headers['access-control-allow-origin'], '*', path);
      assert.equal(headers['access-control-expose-headers'], exposed, path);
      assert.match(String(headers['request-id']), /^req_/, path);
      assert.equal(headers['access-control-allow-credentials'], undefined, path);
    }
  });

  it('to a preflight is 204, without a key and without the database', async () => {
    const api = await testApi(engine);
    await api.db.close();
    const response = await api.request('/v1/books', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://shop.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization',
      },
    });
    assert.equal(response.status, 204);
    assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
    assert.match(response.headers.get('Access-Control-Allow-Headers') ?? '', /Authorization/);
    assert.match(response.headers.get('Access-Control-Allow-Methods') ?? '', /PATCH/);
    assert.equal(response.headers.get('Access-Control-Max-Age'), '86400');
  });

  it('to HEAD is the same as to GET, without the body', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey()).text;
    const headers = { Authorization: `Bearer ${key}` };
    const get = await rawRequest(`${api.url}/v1/test/rates`, { headers });
    const head = await rawRequest(`${api.url}/v1/test/rates`, { method: 'HEAD', headers });
    assert.equal(head.status, 200);
    assert.equal(head.body.length, 0);
    assert.equal(head.headers['content-length'], String(get.body.length));
    assert.equal(head.headers['etag'], get.headers['etag']);
    assert.equal(head.headers['content-type'], get.headers['content-type']);
  });

  it('to a known path with another method is 405 with the allowed methods', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey()).text;
    const refused = await api.request('/v1/rates?x=1', { key, method: 'DELETE' });
    assert.equal(refused.status, 405);
    assert.equal(refused.headers.get('Allow'), 'GET, HEAD, OPTIONS');
    assert.equal(Problem.parse(await refused.json()).code, 'method_not_allowed');

    const withParameter = await api.request('/v1/test/status/200', { key, method: 'PUT' });
    assert.equal(withParameter.headers.get('Allow'), 'GET, HEAD, OPTIONS');
    const post = await api.request('/v1/test/body', { key });
    assert.equal(post.headers.get('Allow'), 'OPTIONS, POST');
  });

  it('to a body that the path does not take says to omit it', async () => {
    const api = await testApi(engine);
    const key = (await api.newKey()).text;
    for (const type of ['application/xml', 'json']) {
      const response = await api.request('/v1/webhooks/wh_0123456789', {
        key,
        method: 'DELETE',
        headers: { 'Content-Type': type },
        body: '<a/>',
      });
      const { status, detail } = Problem.parse(await response.json());
      assert.equal(status, 415);
      assert.equal(
        detail,
        `This request takes no body, but \`Content-Type\` is "${type}". Omit both.`,
      );
    }
  });

  it('to a text body is 415 and names the accepted types, except for beacons', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const send = (path: string, body = '{}') =>
      api.request(path, { method: 'POST', key, headers: { 'Content-Type': 'text/plain' }, body });
    for (const path of ['/v1/webhooks', '/v1/sales', '/v1/affiliates', '/v1/books']) {
      const response = await send(path);
      assert.equal(response.status, 415, path);
      const { code, detail } = Problem.parse(await response.json());
      assert.equal(code, 'unsupported_media_type');
      assert.match(detail ?? '', /`application\/json`.*got "text\/plain/);
    }
    assert.notEqual((await send('/v1/reader/events')).status, 415);
  });

  it('below /v1 requires a key even for unknown paths', async () => {
    const api = await testApi(engine);
    const key = (await api.newKey()).text;
    assert.equal((await api.request('/v1/nothing')).status, 401);
    const unknown = await api.request('/v1/nothing', { key });
    assert.equal(unknown.status, 404);
    assert.equal(Problem.parse(await unknown.json()).code, 'not_found');
    assert.equal((await api.request('/nothing')).status, 404);
    assert.equal((await api.request('/v10')).status, 404);
  });

  it('that is complete has an ETag, which avoids a second download by a 304', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey()).text;
    const first = await api.request('/v1/test/long', { key });
    const tag = first.headers.get('ETag') ?? '';
    assert.match(tag, /^W\/"[\w-]{27}"$/);

    const again = async (wanted: string) =>
      await rawRequest(`${api.url}/v1/test/long`, {
        headers: { Authorization: `Bearer ${key}`, 'If-None-Match': wanted },
      });
    const spared = await again(tag);
    assert.equal(spared.status, 304);
    assert.equal(spared.body.length, 0);
    assert.equal(spared.headers['etag'], tag);
    assert.equal(spared.headers['x-ratelimit-remaining'], '98');
    assert.equal((await again(`"other", ${tag.slice(2)}`)).status, 304);
    assert.equal((await again('*')).status, 304);
    assert.equal((await again('"other"')).status, 200);
    assert.equal((await api.request('/v1/nothing', { key })).headers.get('ETag'), null);
  });

  it('that is long is compressed if the client accepts it', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey()).text;
    const asked = async (encoding: string) =>
      await rawRequest(`${api.url}/v1/test/long`, {
        headers: { Authorization: `Bearer ${key}`, 'Accept-Encoding': encoding },
      });
    const plain = await asked('identity');
    const brotli = await asked('gzip, br');
    const gzip = await asked('gzip');
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.equal(brotli.headers['content-encoding'], 'br');
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.match(String(brotli.headers['vary']), /accept-encoding/i);
    assert.deepEqual(brotliDecompressSync(brotli.body), plain.body);
    assert.deepEqual(gunzipSync(gzip.body), plain.body);
    assert.ok(brotli.body.length < 100);
    assert.equal(brotli.headers['etag'], plain.headers['etag']);
  });
});

forEachEngine('a problem', (engine) => {
  it('has the members from RFC 9457 and names the invalid parameters', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey()).text;
    const response = await api.request('/v1/books?limit=1000&langauge=en', { key });
    assert.equal(response.status, 400);
    assert.equal(response.headers.get('Content-Type'), 'application/problem+json; charset=utf-8');
    const problem = Problem.strict().parse(await response.json());
    assert.equal(problem.type, 'http://svc.test/problems/invalid_request');
    assert.equal(problem.title, 'The request is not valid');
    assert.equal(problem.status, 400);
    assert.equal(problem.code, 'invalid_request');
    assert.deepEqual(
      problem.errors?.map(({ parameter }) => parameter),
      ['limit', 'langauge'],
    );
    assert.match(problem.errors?.[1]?.detail ?? '', /^Unknown parameter\. Allowed .*`language`/);
    const described = await (await api.request('/problems/invalid_request')).json();
    assert.deepEqual(
      [described.code, described.title, described.status],
      ['invalid_request', 'The request is not valid', 400],
    );
  });

  it('points to the invalid value in the body', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey()).text;
    const response = await api.request('/v1/test/body', {
      key,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ list: [{ n: 1 }, { n: 'x' }], 'a/b': 1 }),
    });
    const { errors } = Problem.parse(await response.json());
    assert.deepEqual(errors?.map(({ pointer }) => pointer).sort(), [
      '/a~1b',
      '/list/1/n',
      '/title',
    ]);
  });

  it('is returned for a body that is not JSON, too large or of another type', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey()).text;
    const post = async (body: string, type: string) => {
      const response = await api.request('/v1/test/body', {
        key,
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      });
      const { status, code } = Problem.parse(await response.json());
      assert.equal(response.status, status);
      return [status, code];
    };
    assert.deepEqual(await post('{"title":', 'application/json'), [400, 'invalid_request']);
    assert.deepEqual(await post('{"__proto__":{}}', 'application/json'), [400, 'invalid_request']);
    assert.deepEqual(await post('', 'application/json'), [400, 'invalid_request']);
    assert.deepEqual(await post(`"${'x'.repeat(100)}"`, 'application/json'), [
      413,
      'body_too_large',
    ]);
    assert.deepEqual(await post('<a/>', 'application/xml'), [415, 'unsupported_media_type']);
  });

  it('of an internal error contains only the request id', async () => {
    const api = await testApi(engine, { plugins: [testRoutes] });
    const key = (await api.newKey()).text;
    const response = await api.request('/v1/test/status/500', { key });
    assert.equal(response.status, 500);
    assert.deepEqual(await response.json(), {
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      code: 'internal_error',
      requestId: response.headers.get('Request-Id'),
    });
  });

  it('is returned for an invalid URL', async () => {
    const api = await testApi(engine);
    const { status, headers, body } = await rawRequest(`${api.url}/v1/books/%zz`, {});
    assert.equal(status, 400);
    assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8');
    assert.equal(Problem.parse(JSON.parse(body.toString())).code, 'invalid_request');
  });
});

forEachEngine('the probes', (engine) => {
  it('report whether the process is alive and ready', async () => {
    const api = await testApi(engine);
    assert.deepEqual(await (await api.request('/healthz')).json(), { status: 'ok' });
    let ready = await api.request('/readyz');
    // The books are loaded first.
    while (ready.status === 503) ready = await api.request('/readyz');
    assert.deepEqual(await ready.json(), {
      status: 'ready',
      checks: { database: 'ok', migrations: 'ok', search: 'ok' },
    });

    await api.db.query
      .deleteFrom('migrations')
      .where('name', '=', '0001-accounts-and-keys')
      .execute();
    const behind = await api.request('/readyz');
    assert.equal(behind.status, 503);
    assert.deepEqual(await behind.json(), {
      status: 'not ready',
      checks: { database: 'ok', migrations: 'pending: 0001-accounts-and-keys', search: 'ok' },
    });

    await api.db.close();
    assert.equal((await api.request('/readyz')).status, 503);
    assert.equal((await api.request('/healthz')).status, 200);
  });

  it('export response times by route for Prometheus', async () => {
    const api = await testApi(engine);
    await api.request('/healthz');
    await api.request('/v1/books/bk_1');
    const response = await api.request('/metrics');
    assert.match(response.headers.get('Content-Type') ?? '', /^text\/plain/);
    const text = await response.text();
    assert.match(
      text,
      /http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 1/,
    );
    assert.match(text, /route="\/v1\/books\/:bookId",status="401"\} 1/);
    assert.match(text, /process_cpu_seconds_total/);
  });
});
