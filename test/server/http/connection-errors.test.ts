import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { Problem } from '../../../server/http/problem.ts';
import { problemExplanations } from '../../../server/http/problem-pages.ts';
import { assertProblem } from '../api-robustness/assert-problem.ts';
import { forEachEngine, testApi } from '../harness.ts';

/** Sends bytes on a new connection and returns the complete response. */
async function exchange(url: string, request: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // Resets after the response are normal for rejected requests.
  socket.on('error', () => undefined);
  socket.write(request);
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
}

const malformed: [name: string, status: number, code: string, request: string][] = [
  ['no HTTP', 400, 'invalid_request', 'hello\r\n\r\n'],
  ['an unknown method', 400, 'invalid_request', 'NOPE / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a wrong version', 400, 'invalid_request', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['no Host header', 400, 'invalid_request', 'GET /v1/books HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a space in a header name', 400, 'invalid_request', 'GET / HTTP/1.1\r\nHo st: x\r\n\r\n'],
  ['CONNECT', 400, 'invalid_request', 'CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n'],
  [
    'an unknown expectation',
    404,
    'not_found',
    'GET /nope HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n',
  ],
  [
    'two lengths',
    400,
    'invalid_request',
    'POST /v1/books HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  ],
  [
    'a length and chunks',
    400,
    'invalid_request',
    'POST /v1/books HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'long headers',
    431,
    'headers_too_large',
    `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`,
  ],
  [
    'a long URL',
    431,
    'headers_too_large',
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ],
];

forEachEngine('a request that the HTTP parser rejects', (engine) => {
  for (const [name, status, code, request] of malformed) {
    it(`with ${name} gets a problem document with a Request-Id`, async () => {
      const api = await testApi(engine);
      const answer = await exchange(api.url, request);
      assert.equal(answer.status, status, answer.head);
      assertProblem(answer.body);
      const problem = Problem.parse(JSON.parse(answer.body));
      assert.equal(problem.code, code);
      assert.match(answer.head, new RegExp(`\r\nrequest-id: ${problem.requestId}\r\n`, 'i'));
      assert.match(answer.head, /\r\ncontent-type: application\/problem\+json/i);
      assert.match(answer.head, /\r\naccess-control-allow-origin: \*/i);
    });
  }

  it('gets 408 if its headers do not arrive in time', async () => {
    const api = await testApi(engine);
    const { server } = api.app;
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.write('GET / HTTP/1.1\r\n');
    const [accepted] = await new Promise<[Socket]>((resolve) => {
      server.once('connection', (one) => resolve([one]));
    });
    // Node checks its time limits only every 30 seconds.
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, accepted);
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.equal(
      Problem.parse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).code,
      'request_timeout',
    );
  });
});

forEachEngine('a request with a content type but without a body', (engine) => {
  for (const path of ['/v1/sales', '/v1/books', '/nope']) {
    for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
      it(`gets the same response as with an empty body, for ${type} to ${path}`, async () => {
        const api = await testApi(engine);
        const key = (await api.newKey()).text;
        const head = [
          `POST ${path} HTTP/1.1`,
          'Host: x',
          'Connection: close',
          `Authorization: Bearer ${key}`,
          `Content-Type: ${type}`,
        ];
        const answerTo = async (...more: string[]) => {
          const { status, body } = await exchange(
            api.url,
            `${[...head, ...more].join('\r\n')}\r\n\r\n`,
          );
          const { code, detail } = Problem.parse(JSON.parse(body));
          return { status, code, detail };
        };
        const answer = await answerTo();
        assert.deepEqual(answer, await answerTo('Content-Length: 0'));
        if (type === 'application/json') assert.equal(answer.status, 400);
      });
    }
  }
});

forEachEngine('/problems/{code}', (engine) => {
  it('explains the cause and the remedy of every code, as JSON and HTML', async () => {
    const api = await testApi(engine);
    for (const [code, { cause, remedy }] of Object.entries(problemExplanations)) {
      assert.ok(cause.length > 20 && remedy.length > 20, code);
      const page = await (await api.request(`/problems/${code}`)).json();
      assert.deepEqual([page.code, page.cause, page.remedy], [code, cause, remedy]);
      const html = await api.request(`/problems/${code}`, { headers: { Accept: 'text/html' } });
      assert.match(html.headers.get('Content-Type') ?? '', /^text\/html/);
      assert.match(await html.text(), /<h2>Cause<\/h2>/);
    }
  });
});
