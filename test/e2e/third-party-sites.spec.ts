import { expect, test, type Page } from 'playwright/test';
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

test('Ghost outputs the two lines unchanged', async ({ page }) => {
  await open(
    page,
    ghost(`<script type="module" src="${server}/svc-reader.js"></script>
<svc-reader book="${book}" key="${key}"></svc-reader>`),
  );

  await expectReader(page);
});

test('code embeds of site builders open the book', async ({ page, request }) => {
  const code = (origin: string) =>
    `<svc-reader book="${book}" key="${createPublishableKey(origin)}"></svc-reader>
    <script type="module" src="${server}/svc-reader.js"></script>`;
  // Webflow allows 10,000 characters.
  expect(code(site.origin).length).toBeLessThan(1000);

  // Squarespace inserts the code after its own navigation, and runs its scripts again.
  await open(page, '<!doctype html><html lang="en"><title>Builder</title><main></main></html>');
  await page.evaluate((html) => {
    document.querySelector('main')?.append(document.createRange().createContextualFragment(html));
  }, code(site.origin));
  await expectReader(page);

  // Wix places the code in a frame on another site.
  const frameSite = await startThirdPartySite('127.0.0.1');
  frameSite.pages.set(
    '/',
    `<!doctype html><html lang="en"><body>${code(frameSite.origin)}</body></html>`,
  );
  await open(
    page,
    `<!doctype html><html lang="en"><title>Wix</title><iframe title="Book" width="800" height="700"
      sandbox="allow-scripts allow-same-origin allow-popups allow-forms" src="${frameSite.origin}/"></iframe></html>`,
  );
  const framed = page.frameLocator('iframe').locator('svc-reader').getByText(title);
  await expect(framed.filter({ visible: true }).first()).toBeVisible();
  await frameSite.close();

  // Substack and Slack read only the tags of the page behind a link.
  const url = pageOf().replace('&format=html', '');
  const preview = await request.get(url, { headers: { Accept: '*/*' } });
  expect(preview.status()).toBe(200);
  const html = await preview.text();
  for (const name of ['og:title', 'og:description', 'og:image', 'og:url']) {
    expect(html).toMatch(new RegExp(`<meta property="${name}" content="[^"]+">`));
  }
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
