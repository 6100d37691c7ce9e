import { expect } from '@open-wc/testing';
import { ApiFailure } from '../../../src/api/api-failure.ts';
import { createClient, type ReaderSession } from '../../../src/api/client.ts';
import { createSessionHandle } from '../../../src/api/session-handle.ts';
import { openBook } from '../../../src/api/open-book.ts';
import { fixtureApi } from '../fixtures/reader.ts';

const failureOf = async (promise: Promise<unknown>): Promise<ApiFailure> => {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiFailure) return error;
  throw new Error(`Not refused: ${String(error)}`);
};

describe('the client', () => {
  const client = (credential: string, api = fixtureApi()) => createClient({ api, credential });
  const book = 'bk_numbered000000001';

  it('reads a book, its sections and its style sheets', async () => {
    const embed = await client('ok').embed({ book, chapter: 2 });
    expect(embed.first.index).to.equal(2);
    const section = await client('ok').section(embed.session, 'sections/1');
    expect(section.title).to.equal('Chapter 2');
  });

  it('reports the code, the request id and the retry delay', async () => {
    const { code, status, requestId, retryAfterSeconds } = await failureOf(
      client('quota').embed({ book }),
    );
    expect({ code, status, requestId, retryAfterSeconds }).to.deep.equal({
      code: 'quota_daily',
      status: 429,
      requestId: 'req_fixture',
      retryAfterSeconds: 3600,
    });
  });

  it('distinguishes a missing response from a rejection', async () => {
    const { code, status } = await failureOf(client('ok', 'http://127.0.0.1:9').embed({ book }));
    expect({ code, status }).to.deep.equal({ code: 'api_unreachable', status: 0 });
  });

  it('logs a link to the guide on a server that responds', async () => {
    const { error } = console;
    const lines: string[] = [];
    console.error = (line: string) => lines.push(line);
    try {
      await failureOf(client('ok', 'http://127.0.0.1:9').embed({ book }));
    } finally {
      console.error = error;
    }
    expect(lines).to.have.length(1);
    expect(lines[0]).to.contain('http://127.0.0.1:9 does not respond.');
    expect(lines[0]).to.contain(`${location.origin}/docs/guide/guides/troubleshooting#blocked`);
  });

  it('rejects with the abort error if aborted while the body is read', async () => {
    const { error } = console;
    const lines: string[] = [];
    console.error = (line: string) => lines.push(line);
    const aborting = new AbortController();
    const respond: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      aborting.abort();
      return response;
    };
    const stopped = createClient({ api: fixtureApi(), credential: 'ok', fetch: respond });
    try {
      const reason: unknown = await stopped.embed({ book }, aborting.signal).catch((it) => it);
      expect(Object(reason).name).to.equal('AbortError');
    } finally {
      console.error = error;
    }
    expect(lines).to.deep.equal([]);
  });

  it('omits unset parameters', async () => {
    const asked: string[] = [];
    const client = createClient({
      api: 'https://api.example/base/',
      credential: 'k',
      fetch: async (url) => {
        asked.push(String(url));
        return Response.json({ data: {} });
      },
    });
    await failureOf(client.embed({ book: 'bk', locale: '', affiliate: undefined, chapter: 0 }));
    expect(asked).to.deep.equal(['https://api.example/base/v1/reader/embed?book=bk&chapter=0']);
  });

  it('distinguishes an invalid book id from other invalid parameters', async () => {
    const refused = (parameter: string) =>
      createClient({
        api: 'https://api.example',
        credential: 'k',
        fetch: async () =>
          Response.json(
            { code: 'invalid_request', detail: 'Wrong.', errors: [{ parameter }] },
            { status: 400 },
          ),
      }).embed({ book: 'bk' });
    expect((await failureOf(refused('book'))).code).to.equal('book_not_found');
    expect((await failureOf(refused('deployment'))).code).to.equal('invalid_request');
  });

  it('turns a response that is not JSON into a failure', async () => {
    const client = createClient({
      api: 'https://api.example',
      credential: 'k',
      fetch: async () => new Response('<html>'),
    });
    expect((await failureOf(client.embed({ book: 'bk' }))).code).to.equal('unknown');
  });

  it('recognizes a server that is not the API', async () => {
    const { code, message } = await failureOf(
      client('ok', location.origin).embed({ book: 'bk_numbered000000001' }),
    );
    expect(code).to.equal('api_missing');
    expect(message).to.contain(`${location.origin} responds with status 404, but is not the API`);
  });

  it('accepts the URL of the API with its version', async () => {
    const { book: opened } = await client('ok', `${fixtureApi()}/v1/`).embed({ book });
    expect(opened.id).to.equal(book);
  });
});

describe('a reading session', () => {
  const session = (token: string, inMs: number): ReaderSession => ({
    token,
    expiresAt: new Date(Date.now() + inMs).toISOString(),
    content: 'https://api.example/content/ver',
    resourceQuery: '',
  });
  const expired = () => new ApiFailure('session_expired', 'Expired.', { status: 401 });

  it('is refreshed once for all calls rejected as expired', async () => {
    let refreshed = 0;
    const kept = createSessionHandle(session('old', 900_000), {
      refresh: async () => {
        refreshed += 1;
        return session('new', 900_000);
      },
    });
    const call = async ({ token }: ReaderSession) => {
      if (token === 'old') throw expired();
      return token;
    };
    expect(await Promise.all([kept.use(call), kept.use(call), kept.use(call)])).to.deep.equal([
      'new',
      'new',
      'new',
    ]);
    expect(refreshed).to.equal(1);
  });

  it('is refreshed before a call if it is about to expire', async () => {
    const kept = createSessionHandle(session('old', -5), {
      refresh: async () => session('new', 900_000),
    });
    expect(await kept.use(async ({ token }) => token)).to.equal('new');
  });

  it('passes on all other rejections', async () => {
    const kept = createSessionHandle(session('old', 900_000), {
      refresh: async () => session('new', 1),
    });
    const refused = new ApiFailure('not_licensed', 'No.', { status: 403 });
    expect(await failureOf(kept.use(() => Promise.reject(refused)))).to.equal(refused);
  });

  it('is reopened when it can no longer be refreshed', async () => {
    const embeds: string[] = [];
    const real = createClient({ api: fixtureApi(), credential: 'expiring' });
    const { source } = await openBook(
      {
        ...real,
        embed: async (request, signal) => {
          embeds.push(request.book);
          const embed = await real.embed(request, signal);
          return embeds.length === 1
            ? embed
            : { ...embed, session: { ...embed.session, token: 'fresh' } };
        },
        refresh: () => Promise.reject(new ApiFailure('session_invalid', 'Gone.', { status: 401 })),
      },
      { book: 'bk_numbered000000001' },
      new AbortController().signal,
    );
    expect((await source.load(1)).section.title).to.equal('Chapter 2');
    expect(embeds.length).to.equal(2);
    source.close();
  });

  it('waits out a short burst limit once, and not a long one', async () => {
    const signal = new AbortController().signal;
    const real = createClient({ api: fixtureApi(), credential: 'ok' });
    const burst = (seconds: number) => {
      let asked = 0;
      return {
        ...real,
        embed: async (...request: Parameters<typeof real.embed>) => {
          asked += 1;
          if (asked > 1) return real.embed(...request);
          throw new ApiFailure('burst', 'Slower.', { status: 429, retryAfterSeconds: seconds });
        },
      };
    };
    const { source } = await openBook(burst(0), { book: 'bk_numbered000000001' }, signal);
    expect(source.first.section.index).to.equal(0);
    source.close();
    expect((await failureOf(openBook(burst(30), { book: 'bk' }, signal))).code).to.equal('burst');
  });

  it('drops rejected parameters, even after several rejections', async () => {
    const signal = new AbortController().signal;
    const real = createClient({ api: fixtureApi(), credential: 'ok' });
    const asked: object[] = [];
    const strict = {
      ...real,
      embed: async (...[request, ...rest]: Parameters<typeof real.embed>) => {
        asked.push(request);
        for (const [name, code] of [
          ['affiliate', 'invalid_request'],
          ['currency', 'unknown_currency'],
        ] as const) {
          if (!request[name]) continue;
          throw new ApiFailure(code, `${name}: No.`, { status: 400, parameters: [name] });
        }
        return real.embed(request, ...rest);
      },
    };
    const wanted = { book: 'bk_numbered000000001', affiliate: '<x>', currency: 'ZZQ' };
    const { source } = await openBook(strict, wanted, signal);
    expect(source.first.section.index).to.equal(0);
    expect(asked.length).to.equal(3);
    source.close();
  });
});
