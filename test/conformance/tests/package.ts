import assert from 'node:assert/strict';
import type { Locator } from 'playwright';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { notApplicable, type TestCase, type Checks } from '../check.ts';
import type { ReaderScreen } from '../reader-screen.ts';
import { assertImage, click, computedValues } from './screen-queries.ts';

/** The container and the package: metadata, URLs, spine order. */
export const packages: Checks = {
  'ocf-metainf-inc': opens,
  'ocf-metainf-manifest': async (test) => {
    assert.equal(test.publication().readingOrder.length, 1, 'A document was added to the book.');
    await opens(test);
  },
  'ocf-package_multiple': async (test) => {
    const screen = await test.open();
    assert.match(await screen.text(0), /^Test passes/);
  },
  'ocf-package_arbitrary': opens,
  'ocf-url_link-leaking-relative': async (test) => assertImage(await test.open(), 0),
  'ocf-url_link-path-absolute': async (test) => assertImage(await test.open(), 0),
  'ocf-url_link-relative': async (test) => assertImage(await test.open(), 0),
  'ocf-url_manifest': opens,
  'ocf-url_relative': opens,
  'ocf-zip-comp': (test) => {
    // Repacking the file removes the feature under test.
    if (!hasUnsupportedCompression(test.book.bytes))
      return notApplicable('the file is packed like any other');
    assert.ok(test.refusal, 'A container with an unsupported compression method was accepted.');
    return undefined;
  },
  'ocf-zip-mult': (test) => {
    // Reassembling the file removes the feature under test.
    if (!isMultiPart(test.book.bytes)) return notApplicable('the file is one whole archive');
    assert.ok(test.refusal, 'A multi-part container was accepted.');
    return undefined;
  },
  'pkg-creator-order': async (test) => {
    const [first] = test.publication().metadata.contributors;
    assert.equal(first?.name, 'Dave Cramer');
    const about = await aboutOf(test);
    assert.equal(await about.locator('bdi').first().innerText(), 'Dave Cramer');
  },
  'pkg-collections-unknown': opens,
  'pkg-manifest-unknown': opens,
  'pkg-meta-unknown': opens,
  'pkg-spine-unknown': opens,
  'pkg-linked-records': async (test) => {
    const { title, contributors } = test.publication().metadata;
    assert.equal(title, test.book.title);
    const about = await aboutOf(test);
    assert.equal(await about.locator('h3').innerText(), title);
    assert.equal(await about.locator('bdi').first().innerText(), contributors[0]?.name);
  },
  'pkg-meta-whitespace': async (test) => {
    const { title, contributors } = test.publication().metadata;
    assert.equal(title, test.book.title);
    for (const text of [title, contributors[0]?.name ?? '']) {
      assert.equal(text, text.trim().replaceAll(/\s+/g, ' '), 'There is more than one space.');
    }
    const about = await aboutOf(test);
    assert.equal(await about.locator('h3').innerText(), title);
  },
  'pkg-lang_but_not_content': async (test) => {
    const screen = await test.open();
    const language = test.publication().metadata.languages[0] ?? '';
    const root = await screen.root(0);
    const isInherited = await root.evaluate(
      (element, language) =>
        [...element.querySelectorAll('*')].some((one) => one.matches(`:lang(${language})`)),
      language,
    );
    assert.ok(!isInherited, 'The text has the language of the package.');
  },
  'pkg-dir-auto_root-rtl': (test) => titleIs(test, 'ltr'),
  'pkg-dir_rtl-root-unset': (test) => titleIs(test, 'rtl'),
  'pkg-dir-auto_root-unset': (test) => titleIs(test, 'ltr'),
  'pkg-dir_unset-root-unset': (test) => titleIs(test, 'ltr'),
  'pkg-dir_rtl-root-ltr': (test) => titleIs(test, 'rtl'),
  'pkg-dir_unset-root-rtl': (test) => titleIs(test, 'rtl'),
  'pkg-dir_creator-rtl': async (test) => {
    const about = await aboutOf(test);
    assert.equal(await directionOf(about.locator('bdi')), 'rtl', 'The direction of the name');
  },
  'pkg-dir_but_not_content': async (test) => {
    const screen = await test.open();
    const directions = await computedValues(screen, 0, 'p, ol, ul, li', 'direction');
    assert.deepEqual(
      [...new Set(directions)],
      ['ltr'],
      'The text has the direction of the package.',
    );
  },
  'pkg-manifest-unlisted-resource': async (test) => {
    const screen = await test.open();
    const pictures = await screen.pictures(0);
    assert.ok(
      pictures.every(({ isBroken }) => isBroken),
      'An image that is missing in the manifest is shown.',
    );
  },
  'pkg-spine-duplicate-item-hyperlink': (test) => linkOpens(test, 1),
  'pkg-spine-duplicate-item-ui': async (test) => {
    const screen = await test.open();
    const places = new Set<string | null>();
    for (const section of [1, 2, 3]) {
      await screen.show(section);
      places.add(
        await screen.page.evaluate(() =>
          JSON.stringify(
            document.querySelector<SvcReader>('svc-reader')?.locator?.locations ?? null,
          ),
        ),
      );
    }
    assert.equal(places.size, 3, 'The repetitions of a document are indistinguishable.');
  },
  'pkg-spine-duplicate-item-rendering': async (test) => {
    const count = test.publication().readingOrder.length;
    assert.equal(count, 4, 'A repetition of a document is left out.');
    await turnsThrough(test, count);
  },
  'pkg-spine-order-svg': async (test) => {
    const { readingOrder } = test.publication();
    const screen = await turnsThrough(test, readingOrder.length);
    for (const index of readingOrder.keys()) {
      await screen.show(index);
      await assertImage(screen, index);
    }
  },
  'pkg-spine-progression-default': (test) => turnsForward(test, 'ArrowLeft'),
  'pkg-spine-progression_rtl': (test) => turnsForward(test, 'ArrowLeft'),
  'pkg-spine-progression_ltr': (test) => turnsForward(test, 'ArrowRight'),
  'pkg-spine-progression-pre-paginated': (test) => turnsForward(test, 'ArrowRight'),
  'pkg-spine-nonlinear-activation': (test) => linkOpens(test, 1),
  'pkg-spine-order': async (test) => {
    const screen = await test.open();
    for (const word of ['first', 'second', 'third', 'last']) {
      const section = await screen.section();
      assert.match(await screen.text(section), new RegExp(`must appear ${word}`));
      await screen.turn(1);
    }
  },
  'pkg-title-order': async (test) => {
    const { title } = test.publication().metadata;
    assert.equal(title, test.book.title);
    const about = await aboutOf(test);
    assert.equal(await about.locator('h3').innerText(), title);
  },
  'pkg-unique-id': isOneOfTwo,
  'pkg-unique-id_duplicate': isOneOfTwo,
  'pkg-version-backward': opens,
};

async function opens(test: TestCase): Promise<void> {
  const screen = await test.open();
  assert.match(await screen.text(0), /^Test passes/);
}

async function isOneOfTwo(test: TestCase): Promise<void> {
  const other = await test.import(withComment(test.book.bytes));
  assert.notEqual(other, test.bookId(), 'Two publications with the same identifier are one book.');
}

/** Turns through the book. Every document must be shown, in order. */
async function turnsThrough(test: TestCase, count: number): Promise<ReaderScreen> {
  const screen = await test.open();
  const seen: number[] = [];
  for (let turns = 0; turns < 40 && seen.at(-1) !== count - 1; turns += 1) {
    const section = await screen.section();
    if (section !== seen.at(-1)) seen.push(section);
    await screen.turn(1);
  }
  assert.deepEqual(seen, [...Array.from({ length: count }).keys()]);
  return screen;
}

/** Checks that the key moves forward in the book. */
async function turnsForward(test: TestCase, key: 'ArrowLeft' | 'ArrowRight'): Promise<void> {
  const screen = await test.open({ width: 600, height: 800 });
  const placeNow = () =>
    screen.page.evaluate(() => {
      const { section = 0, totalProgression = 0 } =
        document.querySelector<SvcReader>('svc-reader')?.locator?.locations ?? {};
      return section + totalProgression;
    });
  const before = await placeNow();
  const reader = screen.page.locator('svc-reader');
  await reader.getByRole('button').first().waitFor();
  await reader.evaluate((element) => element.focus());
  await screen.page.keyboard.press(key);
  await screen.page.waitForFunction(() =>
    globalThis.heard.slice(1).some(({ type }) => type === 'svc-page-change'),
  );
  await screen.settled();
  assert.ok((await placeNow()) > before, `${key} does not move forward.`);
}

/** @param direction - Direction in which the reader's interface shows the title. */
async function titleIs(test: TestCase, direction: 'ltr' | 'rtl'): Promise<void> {
  const about = await aboutOf(test);
  assert.equal(await directionOf(about.locator('h3')), direction, 'The direction of the title');
}

/** The book details dialog, opened through the reader's interface. */
async function aboutOf(test: TestCase): Promise<Locator> {
  const screen = await test.open();
  const reader = screen.page.locator('svc-reader');
  await reader.getByRole('button', { name: 'More' }).click();
  await reader.getByText('About this book', { exact: true }).first().click();
  const about = reader.locator('svc-about .book');
  await about.waitFor();
  return about;
}

function directionOf(element: Locator): Promise<string> {
  return element.evaluate((one) => getComputedStyle(one).direction);
}

/** Checks that a click on the first link of the first document opens a section. */
async function linkOpens(test: TestCase, section: number): Promise<void> {
  const screen = await test.open();
  await click(screen, 0, 'a');
  await screen.page.waitForFunction(() => {
    const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
    return pages?.rendition?.current.section.index !== 0;
  });
  assert.equal(await screen.section(), section, 'The link opens another document.');
}

/**
 * The end of the central directory has the number of its own disk and that of the disk where the
 * directory starts.
 */
function isMultiPart(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  return end < 0 || bytes.readUInt32LE(end + 4) !== 0 || bytes.readUInt32LE(0) === 0x08074b50;
}

/** Whether any entry of the directory is neither stored nor deflated. */
function hasUnsupportedCompression(bytes: Buffer): boolean {
  const signature = Buffer.from('PK\u0001\u0002', 'latin1');
  for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 4)) {
    if (![0, 8].includes(bytes.readUInt16LE(at + 10))) return true;
  }
  return false;
}

/** The same archive with a comment at its end, which makes it a different file. */
function withComment(bytes: Buffer): Buffer {
  const remark = Buffer.from('another publication');
  const copy = Buffer.from(bytes);
  copy.writeUInt16LE(remark.length, copy.length - 2);
  return Buffer.concat([copy, remark]);
}
