import { expect, test, type Locator, type Page } from 'playwright/test';
import { buyThrough, createSellingPublisher, type SellingPublisher } from './selling-publisher.ts';
import { ghost, markdown, wordpress } from './sites/cms-output.ts';
import {
  findDemoBook,
  startThirdPartySite,
  createPublishableKey,
  type ThirdPartySite,
} from './sites/third-party-site.ts';
import { visibleText } from './visible-text.ts';

let site: ThirdPartySite;
let server = '';
let book = '';
let key = '';
const title = 'The Quiet Page';

test.beforeAll(async ({ baseURL }) => {
  server = baseURL ?? '';
  site = await startThirdPartySite();
  key = createPublishableKey(site.origin);
  book = await findDemoBook(server);
});
test.afterAll(() => site.close());

const pageOf = () => `${server}/v1/reader/embed?book=${book}&key=${key}&format=html`;
const link = () =>
  `<a data-svc-reader href="${pageOf().replaceAll('&', '&amp;')}" data-book="${book}" data-key="${key}" data-api="${server}">Read the first pages</a>`;

async function open(page: Page, html: string): Promise<void> {
  site.pages.set('/', html);
  await page.goto(`${site.origin}/`);
}

async function expectReader(page: Page): Promise<void> {
  await expect(page.locator('svc-reader')).toHaveCount(1);
  await expect.poll(() => visibleText(page)).toContain(title);
}

test.describe('WordPress', () => {
  const article = () => `<!-- wp:paragraph -->
<p>Snow, and a lamp in the window.</p>
<!-- /wp:paragraph -->
<!-- wp:paragraph -->
<p>${link()}</p>
<!-- /wp:paragraph -->
<!-- wp:html -->
<svc-reader book="${book}" key="${key}"></svc-reader>
<!-- /wp:html -->`;

  test('removes the element and keeps the link, which becomes the reader', async ({ page }) => {
    await open(page, wordpress(article(), `${server}/svc-loader.js`));

    await expectReader(page);
    await expect(page.getByRole('link', { name: 'Read the first pages' })).toHaveCount(0);
  });

  test('shows a link to the page if scripts fail', async ({ page }) => {
    await page.route('**/svc-reader.js', (route) => route.abort());
    await open(page, wordpress(article(), `${server}/svc-loader.js`));

    await page.getByRole('link', { name: 'Read the first pages' }).click();

    await expect(page).toHaveURL(pageOf());
    await expect(page.getByRole('article', { name: title })).toContainText(title);
  });
});

test('the link works with only its URL', async ({ page }) => {
  const bare = `<p><a data-svc-reader href="${pageOf()}&amp;chapter=2">Read</a></p>`;
  await open(page, wordpress(bare, `${server}/svc-loader.js`));

  await expect(page.locator('svc-reader')).toHaveCount(1);
  await expect.poll(() => visibleText(page)).toContain('Turning the Page');
});

test('the book is loaded from the server that the link points to', async ({ page }) => {
  const bare = `<p><a data-svc-reader href="${pageOf()}&amp;api=http://elsewhere.example">Read</a></p>`;
  await open(page, wordpress(bare, `${server}/svc-loader.js`));

  await expectReader(page);
  await expect(page.locator('svc-reader')).toHaveAttribute('api', server);
});

test('every attribute of the element can be set on the link', async ({ page }) => {
  const more = 'data-deep-links data-offline="" data-theme="sepia" data-key=""';
  const named = `<p><a data-svc-reader href="${pageOf()}" ${more} data-style="color: red">Read</a></p>`;
  await open(page, wordpress(named, `${server}/svc-loader.js`));

  await expectReader(page);
  const reader = page.locator('svc-reader');
  await expect(reader).toHaveAttribute('deep-links', '');
  await expect(reader).toHaveAttribute('offline', '');
  await expect(reader).toHaveAttribute('theme', 'sepia');
  await expect(reader).toHaveAttribute('key', key);
  await expect(reader).not.toHaveAttribute('style');
});

test('links that are added later become readers', async ({ page }) => {
  await open(page, wordpress('<p id="place"></p>', `${server}/svc-loader.js`));
  await page.waitForFunction(() => customElements.get('svc-reader') !== undefined);

  // Inserts the response as htmx and Turbo do.
  await page.evaluate((html) => {
    const place = document.querySelector('#place');
    if (place) place.innerHTML = `<div>${html}</div>`;
  }, link());

  await expectReader(page);
});

test('a link to a book on a custom domain opens it with the key of the page', async ({ page }) => {
  const url = `https://books.press.example/books/the-quiet-page-${book}?chapter=2&api=http://elsewhere.example`;
  const onDomain = `<p><a data-svc-reader data-key="${key}" href="${url.replaceAll('&', '&amp;')}">Read</a></p>`;
  await open(page, wordpress(onDomain, `${server}/svc-loader.js`));

  await expect(page.locator('svc-reader')).toHaveAttribute('book', book);
  await expect.poll(() => visibleText(page)).toContain('Turning the Page');
});

test('the loader works as a module, and as a copy on another server', async ({ page, request }) => {
  const source = await (await request.get(`${server}/svc-loader.js`)).text();
  const tags = [
    `<script type="module" src="${server}/svc-loader.js"></script>`,
    `<script data-server="${server}/">${source}</script>`,
  ];
  for (const tag of tags) {
    await open(
      page,
      `<!doctype html><html lang="en"><title>Site</title><main>${link()}</main>${tag}</html>`,
    );
    await expectReader(page);
  }
});

test.describe('hosts of code', () => {
  let publisher: SellingPublisher;
  let frameSite: ThirdPartySite;
  const code = () => `<script type="module" src="${server}/svc-reader.js"></script>
<svc-reader book="${publisher.book}" key="${publisher.key}" affiliate="${publisher.affiliate}"></svc-reader>`;
  const expectBook = (reader: Locator) =>
    expect(reader.getByText('The whale surfaced').filter({ visible: true }).first()).toBeVisible();

  test.beforeAll(async ({ playwright }) => {
    frameSite = await startThirdPartySite('127.0.0.1');
    const request = await playwright.request.newContext();
    const origins = [site.origin, frameSite.origin];
    publisher = await createSellingPublisher(request, server, 'Hosts', origins);
  });
  test.afterAll(() => frameSite.close());

  test('Ghost outputs the two lines unchanged, and the book sells', async ({ page }) => {
    await open(page, ghost(code()));

    const reader = page.locator('svc-reader');
    await expectBook(reader);
    expect((await reader.boundingBox())?.height).toBeGreaterThan(400);
    await buyThrough(page, publisher, reader);
  });

  test('Webflow outputs the two lines in a div, and the book sells', async ({ page }) => {
    // Webflow allows 10,000 characters.
    expect(code().length).toBeLessThan(1000);
    await open(
      page,
      `<!doctype html><html lang="en"><title>Webflow</title><body class="body">
      <style>* { box-sizing: border-box } body { margin: 0; min-height: 100%; font: 14px/20px Arial }</style>
      <div class="w-embed w-script">${code()}</div></body></html>`,
    );

    const reader = page.locator('svc-reader');
    await expectBook(reader);
    expect((await reader.boundingBox())?.height).toBeGreaterThan(400);
    await buyThrough(page, publisher, reader);
  });

  test('Squarespace inserts the code after its own navigation, and the book sells', async ({
    page,
  }) => {
    await open(page, '<!doctype html><html lang="en"><title>Builder</title><main></main></html>');
    await page.evaluate((html) => {
      // Runs the scripts again, as Squarespace does.
      document.querySelector('main')?.append(document.createRange().createContextualFragment(html));
    }, code());

    const reader = page.locator('svc-reader');
    await expectBook(reader);
    expect((await reader.boundingBox())?.height).toBeGreaterThan(400);
    await buyThrough(page, publisher, reader);
  });

  test('Wix places the code in a frame on another site, and the book sells', async ({ page }) => {
    frameSite.pages.set('/', `<!doctype html><html lang="en"><body>${code()}</body></html>`);
    await open(
      page,
      `<!doctype html><html lang="en"><title>Wix</title><iframe title="Book" width="800" height="700"
      sandbox="allow-scripts allow-same-origin allow-popups allow-forms" src="${frameSite.origin}/"></iframe></html>`,
    );

    const reader = page.frameLocator('iframe').locator('svc-reader');
    await expectBook(reader);
    await buyThrough(page, publisher, reader);
  });

  test('a link that Turbo or htmx adds becomes a reader that sells', async ({ page }) => {
    const { book: id, key: ownKey, affiliate } = publisher;
    const href = `${server}/v1/reader/embed?book=${id}&amp;key=${ownKey}&amp;affiliate=${affiliate}`;
    await open(page, wordpress('<p id="place"></p>', `${server}/svc-loader.js`));
    await page.evaluate((html) => {
      const place = document.querySelector('#place');
      if (place) place.innerHTML = html;
    }, `<a data-svc-reader href="${href}">Read</a>`);

    const reader = page.locator('svc-reader');
    await expectBook(reader);
    expect((await reader.boundingBox())?.height).toBeGreaterThan(400);
    await buyThrough(page, publisher, reader);
  });

  test('Substack previews a link to the served page, where the book sells', async ({
    page,
    request,
  }) => {
    const url = `${server}/v1/reader/embed?book=${publisher.book}&key=${publisher.key}&affiliate=${publisher.affiliate}`;
    // Substack and Slack read only the tags of the page behind a link.
    const preview = await request.get(url, { headers: { Accept: '*/*' } });
    expect(preview.status()).toBe(200);
    const html = await preview.text();
    for (const name of ['og:title', 'og:description', 'og:url']) {
      expect(html).toMatch(new RegExp(`<meta property="${name}" content="[^"]+">`));
    }

    await page.goto(url);
    const reader = page.locator('svc-reader');
    await expectBook(reader);
    await buyThrough(page, publisher, reader);
  });
});

test('link previews have a title, a description and a cover', async ({ request }) => {
  const url = pageOf().replace('&format=html', '');
  const html = await (await request.get(url, { headers: { Accept: '*/*' } })).text();
  for (const name of ['og:title', 'og:description', 'og:image', 'og:url']) {
    expect(html).toMatch(new RegExp(`<meta property="${name}" content="[^"]+">`));
  }
});

test('a page that is isolated from other origins shows the element and the served page', async ({
  page,
}) => {
  const isolated = await startThirdPartySite('localhost', {
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
  const ownKey = createPublishableKey(isolated.origin);
  const served = `${server}/v1/reader/embed?book=${book}&amp;key=${ownKey}&amp;format=html`;
  isolated.pages.set(
    '/',
    `<!doctype html><html lang="en"><title>Isolated</title>
    <svc-reader book="${book}" key="${ownKey}"></svc-reader>
    <iframe title="Book" width="800" height="700" src="${served}"></iframe>
    <script type="module" src="${server}/svc-reader.js"></script></html>`,
  );
  const blocked: string[] = [];
  page.on('requestfailed', (request) => {
    if (/BLOCKED/.test(request.failure()?.errorText ?? '')) blocked.push(request.url());
  });
  await page.goto(`${isolated.origin}/`);

  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await expectReader(page);
  const framed = page.frameLocator('iframe').locator('svc-reader').getByText(title);
  await expect(framed.filter({ visible: true }).first()).toBeVisible();
  expect(blocked).toEqual([]);
  await isolated.close();
});

test('a page whose libraries replace built-in objects opens the book, as with MooTools and Prototype.js', async ({
  page,
}) => {
  await open(
    page,
    `<!doctype html><html lang="en"><script>
      window.Event = function (event) { this.key = event.type.indexOf('key') === 0; };
      Array.prototype.entries = function () { return this.slice(); };
    </script><svc-reader book="${book}" key="${key}"></svc-reader>
    <script type="module" src="${server}/svc-reader.js"></script></html>`,
  );
  await expectReader(page);

  const reader = page.locator('svc-reader');
  await reader.getByRole('button', { name: 'Contents' }).click();
  await expect(reader.getByRole('dialog', { name: 'Contents' })).toBeVisible();
});

test('a static site keeps raw HTML inside a paragraph', async ({ page }) => {
  await open(
    page,
    markdown(
      `# A winter book

Snow, and a lamp in the window.

<svc-reader book="${book}" key="${key}"></svc-reader>

<script src="${server}/svc-loader.js"></script>`,
      { isSafe: false },
    ),
  );

  await expectReader(page);
});

test.describe('a static site that strips tags', () => {
  test.use({ javaScriptEnabled: false });

  test('links to the page, which needs no script', async ({ page }) => {
    const source = `# A winter book

<svc-reader book="${book}" key="${key}"></svc-reader>

[Read the first pages](${pageOf()}&chapter=2)`;
    await open(page, markdown(source, { isSafe: true }));

    await page.getByRole('link', { name: 'Read the first pages' }).click();

    await expect(page.getByRole('article')).toContainText('Turning the Page');
    await page.getByRole('link', { name: /^Next/ }).click();
    await expect(page.getByRole('article')).toContainText('Keeping Your Place');
  });
});
