import assert from 'node:assert/strict';
import { it } from 'node:test';
import { extractSectionText } from '../../../server/books/text-search/section-text.ts';
import type { Embed } from '../../../server/reading-sessions/contract.ts';
import { someOf } from '../../../scripts/test-tiers.js';
import { ApiDocument, operationsOf, type Parameter } from '../api-document.ts';
import { type ApiRequest, forEachEngine, testApi, type TestApi } from '../harness.ts';
import { markerWord, paidBook, type PaidBook, shopOrigin } from './paid-book.ts';

const markerWords = /zq[a-z]x[a-z]w/g;

/** The complete book, read with a key of its own account. */
async function readWholeBook({ fetchContent, embed, secret, localPath }: PaidBook, api: TestApi) {
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

/** Marker words in the licensed part of a sample. */
function licensedMarkers(sample: Embed, texts: string[]): Set<string> {
  const { until, sections } = sample.access;
  assert.ok(until && sections);
  const licensed = new Set<string>();
  for (const section of sections) {
    const end = section === until.section ? until.offset : Infinity;
    for (const { 0: marker } of (texts[section] ?? '').slice(0, end).matchAll(markerWords)) {
      licensed.add(marker);
    }
    // Markers of the book's first image and its style sheet, and of its last image if the section
    // is complete.
    licensed.add(markerWord(section, 20)).add(markerWord(section, 23));
    if (end >= (texts[section] ?? '').length) licensed.add(markerWord(section, 22));
  }
  return licensed;
}

/** Values to try for every parameter in the API document. */
function valuesOf(book: PaidBook, sample: Embed, found: Awaited<ReturnType<typeof readWholeBook>>) {
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
      q: [...someOf([...words], 0), 'zq', 'a'],
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
    .filter(({ in: location, name, required }) => location === 'path' || required || lists[name])
    .filter(({ in: location, name }) => location !== 'header' && !Object.hasOwn(signed, name));
  const isSigned = parameters.some(({ name }) => name === 's');
  const fill = function* (left: Parameter[], address: string, query: string[]): Generator<string> {
    const [first, ...rest] = left;
    if (!first) {
      const all = [...query, ...(isSigned ? [new URLSearchParams(signed).toString()] : [])];
      yield all.length > 0 ? `${address}?${all.join('&')}` : address;
      return;
    }
    const { name, in: location, example } = first;
    for (const value of lists[name] ?? [String(example ?? 'x')]) {
      if (location === 'path') {
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
  it('ends at its share of the text, and no API response contains anything after it', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const found = await readWholeBook(book, api);
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

    const seenMarkers = new Set<string>();
    let responseCount = 0;
    const check = async (response: Response, path: string) => {
      responseCount += 1;
      const bytes = Buffer.from(await response.arrayBuffer());
      for (const [marker] of bytes.toString('latin1').matchAll(markerWords)) {
        seenMarkers.add(marker);
        // Error messages repeat the request.
        if (!response.ok || path.includes(marker)) continue;
        assert.ok(licensed.has(marker), `${path} has ${marker}`);
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
        for (const [bearer, requestOptions] of readers) {
          if (isOfBook && isSessions !== bearer.includes('.') && !path.endsWith('/embed')) continue;
          const options = { key: bearer, redirect: 'manual', ...requestOptions } as const;
          await check(await api.request(address, options), address);
        }
      }
    }
    const refreshed = await api.request(`${book.localPath(sample.session.content)}/session`, {
      key: sample.session.token,
      method: 'POST',
    });
    await check(refreshed, '/session');
    assert.ok(responseCount > 500, String(responseCount));
    // Guards against a vacuous test by checking that all licensed markers were found.
    for (const marker of licensed) assert.ok(seenMarkers.has(marker), marker);
  });

  it('contains only the files of its sections', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    const { files, sheets } = await readWholeBook(book, api);
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

  it('has a separate URL for the section in which it ends', async () => {
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
    const truncated = await book.fetchContent(sample, `/sections/1?end=${until.offset}`, {
      'Accept-Encoding': 'br',
    });
    assert.equal(truncated.headers.get('Content-Encoding'), 'br');
    assert.deepEqual((await truncated.json()).data, sample.first);
    const whole = await book.embed(book.secret);
    assert.equal((await book.fetchContent(whole, `/sections/1?end=${until.offset}`)).status, 403);
  });

  it('opens at its first section if it does not include the requested section', async () => {
    const api = await testApi(engine);
    const book = await paidBook(api);
    assert.equal((await book.embed(book.key, '&chapter=5')).first.index, 0);
    assert.equal((await book.embed(book.secret, '&chapter=5')).first.index, 5);
  });

  it('is also what secret keys of other accounts open', async () => {
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

  it('consists of the listed sections, in any position', async () => {
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
