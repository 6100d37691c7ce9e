import assert from 'node:assert/strict';
import { it } from 'node:test';
import { extractSectionText } from '../../../server/books/text-search/section-text.ts';
import type { Embed } from '../../../server/reading-sessions/contract.ts';
import { ApiDocument, operationsOf, type Parameter } from '../api-document.ts';
import { type ApiRequest, forEachEngine, testApi, type TestApi } from '../harness.ts';
import { markerWord, paidBook, type PaidBook, shopOrigin } from './paid-book.ts';

const markerWords = /zq[a-z]x[a-z]w/g;

/** The whole book, as its own account reads it. */
async function wholeOf({ fetchContent, embed, secret, localPath }: PaidBook, api: TestApi) {
  const whole = await embed(secret);
  assert.equal(whole.access.mode, 'full');
  const texts: string[] = [];
  const files = new Map<string, Buffer>();
  const sheets = new Map<string, string>();
  for (const index of whole.readingOrder.keys()) {
    const { data } = await (await fetchContent(whole, `/sections/${index}`)).json();
    texts.push(extractSectionText(data.tree).text);
    for (const sheet of data.styles) {
      sheets.set(sheet, await (await fetchContent(whole, `/styles/${sheet}`)).text());
    }
  }
  const { rows } = await resourcesOf(api);
  for (const path of rows) {
    const address = `${localPath(whole.session.content)}/resources/${path}`;
    const response = await api.request(`${address}?${whole.session.resourceQuery}`);
    assert.equal(response.status, 200, path);
    files.set(path, Buffer.from(await response.arrayBuffer()));
  }
  return { whole, texts, files, sheets };
}

async function resourcesOf({ db }: TestApi) {
  const found = await db.query.selectFrom('resources').select('path').orderBy('path').execute();
  return { rows: found.map(({ path }) => path) };
}

/** The marks that stand in what a sample licenses. */
function licensedMarkers(sample: Embed, texts: string[]): Set<string> {
  const { until, sections } = sample.access;
  assert.ok(until && sections);
  const licensed = new Set<string>();
  for (const section of sections) {
    const end = section === until.section ? until.offset : Infinity;
    for (const { 0: mark } of (texts[section] ?? '').slice(0, end).matchAll(markerWords)) {
      licensed.add(mark);
    }
    // Of its first picture and its sheet; of its last picture when it is whole.
    licensed.add(markerWord(section, 20)).add(markerWord(section, 23));
    if (end >= (texts[section] ?? '').length) licensed.add(markerWord(section, 22));
  }
  return licensed;
}

/** What every parameter of the document may be, for a reader who tries everything. */
function valuesOf(book: PaidBook, sample: Embed, found: Awaited<ReturnType<typeof wholeOf>>) {
  const { whole, texts, files, sheets } = found;
  const indices = [...whole.readingOrder.keys(), 99].map(String);
  const contentId = sample.session.content.split('/').at(-1) ?? '';
  const words = new Set(texts.flatMap((text) => text.split(/\s+/)).filter(Boolean));
  const signed = Object.fromEntries(new URLSearchParams(sample.session.resourceQuery));
  const chapterIds = indices.map((index) => `ch_${book.id.slice(3)}${index.padStart(4, '0')}`);
  return {
    signed,
    lists: {
      bookId: [book.id],
      contentId: [contentId, book.id],
      versionId: [contentId],
      index: indices,
      sheetId: [...sheets.keys()],
      path: [...files.keys()],
      book: [book.id],
      chapter: [...indices, ...chapterIds],
      chapterId: chapterIds,
      revision: ['1'],
      end: [
        '',
        '0',
        String(sample.access.until?.offset),
        '99999',
        ...texts.map((text) => String(text.length)),
      ],
      q: [...words, 'zq', 'a'],
      limit: ['100'],
    } as Record<string, string[]>,
  };
}

function* addressesOf(
  path: string,
  parameters: Parameter[],
  { lists, signed }: ReturnType<typeof valuesOf>,
): Generator<string> {
  const names = parameters
    .filter(({ in: place, name, required }) => place === 'path' || required || lists[name])
    .filter(({ in: place, name }) => place !== 'header' && !Object.hasOwn(signed, name));
  const isSigned = parameters.some(({ name }) => name === 's');
  const fill = function* (left: Parameter[], address: string, query: string[]): Generator<string> {
    const [first, ...rest] = left;
    if (!first) {
      const all = [...query, ...(isSigned ? [new URLSearchParams(signed).toString()] : [])];
      yield all.length > 0 ? `${address}?${all.join('&')}` : address;
      return;
    }
    const { name, in: place, example } = first;
    for (const value of lists[name] ?? [String(example ?? 'x')]) {
      if (place === 'path') {
        const part = name === 'path' ? value : encodeURIComponent(value);
        yield* fill(rest, address.replace(`{${name}}`, part), query);
      } else
        yield* fill(
          rest,
          address,
          value === '' ? query : [...query, `${name}=${encodeURIComponent(value)}`],
        );
    }
  };
  yield* fill(names, path, []);
}

forEachEngine('a sample', (engine) => {
  it('ends where its share does, and nothing behind it is in any answer of the API', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const found = await wholeOf(book, api);
    const { token } = await book.openSession({ access: { mode: 'sample' } });
    const sample = await book.embed(token);
    assert.equal(sample.access.mode, 'sample');
    assert.deepEqual(sample.access.sections, [0, 1]);
    const licensed = licensedMarkers(sample, found.texts);
    const all = new Set(found.texts.flatMap((text) => text.match(markerWords) ?? []));
    assert.ok(licensed.has(markerWord(1, 0)) && !licensed.has(markerWord(1, 11)) && all.size > 70);
    const values = valuesOf(book, sample, found);
    const { text: other } = await api.newKey({ account: 'globex', tier: 'unlimited' });
    const document = ApiDocument.parse(api.app.swagger());
    const reads = operationsOf(document).filter(
      ({ method, path }) => method === 'GET' && !path.endsWith('/changes'),
    );

    const seen = new Set<string>();
    let answers = 0;
    const check = async (response: Response, path: string) => {
      answers += 1;
      const bytes = Buffer.from(await response.arrayBuffer());
      for (const [mark] of bytes.toString('latin1').matchAll(markerWords)) {
        seen.add(mark);
        // A refusal repeats what was asked for.
        if (!response.ok || path.includes(mark)) continue;
        assert.ok(licensed.has(mark), `${path} has ${mark}`);
      }
      if (response.ok && !path.includes('/cover')) {
        for (const [name, file] of found.files) {
          const isLicensed = /-[01]\.(png|ttf)$/.test(name) && name !== 'OEBPS/images/last-1.png';
          assert.ok(isLicensed || !bytes.includes(file), `${path} is ${name}`);
        }
      }
    };
    const readers: [string, ApiRequest][] = [
      [book.key, { headers: { Origin: shopOrigin } }],
      [other, {}],
      [sample.session.token, {}],
      [token, {}],
    ];
    for (const { path, parameters } of reads) {
      const isOfBook = path.startsWith('/content/') || /\{bookId\}|embed/.test(path);
      for (const address of addressesOf(path, parameters, values)) {
        const isSessions = path.startsWith('/content/');
        for (const [bearer, asking] of readers) {
          if (isOfBook && isSessions !== bearer.includes('.') && !path.endsWith('/embed')) continue;
          await check(await api.request(address, { key: bearer, ...asking }), address);
        }
      }
    }
    const refreshed = await api.request(`${book.localPath(sample.session.content)}/session`, {
      key: sample.session.token,
      method: 'POST',
    });
    await check(refreshed, '/session');
    assert.ok(answers > 500, String(answers));
    // It was not read for nothing: what is licensed was there.
    for (const mark of licensed) assert.ok(seen.has(mark), mark);
  });

  it('has the files of its sections, and none else', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const { files, sheets } = await wholeOf(book, api);
    const sample = await book.embed(book.key);
    const { content, resourceQuery } = sample.session;
    const open: string[] = [];
    for (const path of files.keys()) {
      const response = await api.request(
        `${book.localPath(content)}/resources/${path}?${resourceQuery}`,
      );
      if (response.status === 200) open.push(path);
      else assert.equal((await response.json()).code, 'not_licensed');
    }
    assert.deepEqual(open, [
      'OEBPS/fonts/face-0.ttf',
      'OEBPS/fonts/face-1.ttf',
      'OEBPS/images/behind-0.png',
      'OEBPS/images/behind-1.png',
      'OEBPS/images/last-0.png',
      'OEBPS/images/picture-0.png',
      'OEBPS/images/picture-1.png',
    ]);
    assert.equal(sample.fonts.length, 2);
    const styles = await Promise.all(
      [...sheets.keys()].map(
        async (id) => (await book.fetchContent(sample, `/styles/${id}`)).status,
      ),
    );
    assert.deepEqual(styles.sort(), [200, 200, 403, 403, 403, 403]);
    const wider = resourceQuery.replace(/l=[^&]+/, 'l=0-5');
    const forged = await api.request(`${book.localPath(content)}/resources/${open[0]}?${wider}`);
    assert.equal((await forged.json()).code, 'session_invalid');
    const without = resourceQuery.replace(/&l=[^&]+/, '');
    const unscoped = await api.request(
      `${book.localPath(content)}/resources/${open[0]}?${without}`,
    );
    assert.equal((await unscoped.json()).code, 'session_invalid');
  });

  it('gives the section in which it ends an address of its own', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const sample = await book.embed(book.key, '&chapter=1');
    const { until } = sample.access;
    assert.ok(until && until.section === 1 && until.offset > 0);
    assert.equal(sample.first.length, until.offset);
    assert.ok(until.offset < (sample.readingOrder[1]?.length ?? 0));
    const codeOf = async (path: string) => {
      const response = await book.fetchContent(sample, path);
      return response.status === 200 ? 'ok' : (await response.json()).code;
    };
    assert.equal(await codeOf('/sections/0'), 'ok');
    assert.equal(await codeOf(`/sections/1?end=${until.offset}`), 'ok');
    assert.equal(await codeOf('/sections/1'), 'not_licensed');
    assert.equal(await codeOf(`/sections/1?end=${until.offset + 1}`), 'not_licensed');
    assert.equal(await codeOf(`/sections/0?end=${until.offset}`), 'not_licensed');
    assert.equal(await codeOf('/sections/2'), 'not_licensed');
    const cut = await book.fetchContent(sample, `/sections/1?end=${until.offset}`, {
      'Accept-Encoding': 'br',
    });
    assert.equal(cut.headers.get('Content-Encoding'), 'br');
    assert.deepEqual((await cut.json()).data, sample.first);
    const whole = await book.embed(book.secret);
    assert.equal((await book.fetchContent(whole, `/sections/1?end=${until.offset}`)).status, 403);
  });

  it('opens at its first section when another is asked for that is not in it', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    assert.equal((await book.embed(book.key, '&chapter=5')).first.index, 0);
    assert.equal((await book.embed(book.secret, '&chapter=5')).first.index, 5);
  });

  it('is what other accounts’ secret keys get, too', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const { text: other } = await api.newKey({ account: 'globex' });
    assert.equal((await book.embed(other)).access.mode, 'sample');
    const found = await api.request(`/v1/books/${book.id}/search?q=${markerWord(5, 0)}`, {
      key: other,
    });
    assert.equal((await found.json()).meta.total, 0);
    const own = await api.request(`/v1/books/${book.id}/search?q=${markerWord(5, 0)}`, {
      key: book.secret,
    });
    assert.equal((await own.json()).meta.total, 1);
  });

  it('is the sections that are named, wherever they stand', async () => {
    const api = await testApi(engine);
    const named = ['OEBPS/chapter-2.xhtml', 'OEBPS/chapter-6.xhtml'];
    const book = await paidBook(api, { mode: 'sample', sections: named });
    const sample = await book.embed(book.key);
    assert.deepEqual(sample.access.sections, [1, 5]);
    assert.equal(sample.first.index, 1);
    assert.equal(sample.access.until?.offset, sample.readingOrder[5]?.length);
    assert.equal((await book.fetchContent(sample, '/sections/5')).status, 200);
    assert.equal((await book.fetchContent(sample, '/sections/4')).status, 403);
    assert.equal((await book.fetchContent(sample, '/sections/0')).status, 403);
  });
});
