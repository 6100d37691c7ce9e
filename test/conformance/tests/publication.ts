import assert from 'node:assert/strict';
import { notApplicable, type TestCase, type Checks } from '../check.ts';
import { hasOwnFont } from './content.ts';
import type { ReaderScreen } from '../reader-screen.ts';
import { assertImage, click } from './screen-queries.ts';

/** Resources, fallbacks, XML, semantics and restrictions on untrusted books. */
export const publications: Checks = {
  'ocf-font_obfuscation': hasOwnFont,
  'ocf-font_obfuscation-bis': hasNoOtherFont,
  'ocf-font_obfuscation_bis': hasNoOtherFont,
  'scr-support-fallback': (test) => showsText(test, /passes/),
  'pub-cmt-avif': showsPicture,
  'pub-cmt-gif': showsPicture,
  'pub-cmt-jpeg': showsPicture,
  'pub-cmt-jpg': showsPicture,
  'pub-cmt-jxl': showsPicture,
  'pub-cmt-png': showsPicture,
  'pub-cmt-svg': showsPicture,
  'pub-cmt-webp': showsPicture,
  'pub-cmt-mp3': plays,
  'pub-cmt-mp4': plays,
  'pub-cmt-ogg': plays,
  'pub-cmt-opus': plays,
  'pub-data-urls_browsing-context': showsPicture,
  'pub-data-urls_top-level-content': async (test) => {
    assert.equal(test.publication().readingOrder.length, 2);
    await showsPicture(test);
  },
  'pub-external-links': async (test) => {
    const screen = await test.open();
    await click(screen, 0, 'a');
    await asksBeforeLeaving(screen);
    // After confirmation, it opens in a new window.
    const [other] = await Promise.all([
      screen.page.context().waitForEvent('page'),
      screen.page.locator('svc-reader svc-leave a.buy').click(),
    ]);
    await other.close();
    screen.forgetWindows();
  },
  'pub-external-links_consent': async (test) => {
    const screen = await test.open();
    await click(screen, 0, 'a');
    await asksBeforeLeaving(screen);
  },
  'pub-file-urls': async (test) => {
    const screen = await test.open();
    assert.notEqual(await screen.text(0), '', 'The document is rendered empty.');
    const frames = await screen.ask(0, (root) => root.querySelectorAll('iframe').length);
    assert.equal(frames, 0, 'A file of the device could be shown in a frame.');
  },
  'pub-foreign_bad-fallback': (test) => {
    assert.ok(
      test.refusal ?? test.publication().warnings.length > 0,
      'No message explains what cannot be shown.',
    );
  },
  'pub-foreign_image': showsPicture,
  'pub-foreign_xml-suffix-spine': (test) => showsText(test, /^Test passes/),
  'pub-foreign_json-spine': showsFallback,
  'pub-foreign_xml-spine': showsFallback,
  'pub-xml-external-id': async (test) => {
    if (test.refusal) return;
    const screen = await test.open();
    assert.doesNotMatch(await screen.text(0), /The test fails/);
  },
  'pub-xml-names': reportsFault,
  'pub-xml-non-validating_comment': (test) => {
    assert.equal(test.publication().readingOrder.length, 2, 'Commented-out content was read.');
  },
  'pub-xml-non-validating_unclosed': reportsFault,
  'pss-support': async (test) => {
    const screen = await test.open();
    await click(screen, 0, 'a');
    await screen.page.locator('svc-reader').locator('svc-note').first().waitFor();
  },
  'pss-support_ignore-title': async (test) => {
    const screen = await test.open();
    await screen.show(1);
    await click(screen, 1, 'a');
    await screen.settled();
    const notes = await screen.page.locator('svc-reader').locator('[part~=note]').count();
    assert.equal(notes, 0, 'Semantics on a title created a note.');
  },
  'sec-untrusted-consent_network': async (test) => {
    const screen = await test.open();
    await screen.settled();
    assert.deepEqual(screen.requests, [], 'A resource was fetched without consent.');
  },
  'sec-untrusted-consent_scripting': async (test) => {
    const screen = await test.open();
    assert.match(await screen.text(0), /No script has been executed/);
  },
};

/** Checks that a font obfuscated with another publication's identifier is not usable. */
async function hasNoOtherFont(test: TestCase): Promise<void> {
  assert.deepEqual(test.publication().fonts, [], 'The font is shown nevertheless.');
  const screen = await test.open();
  assert.notEqual(await screen.text(0), '', 'Without its font, the document is rendered empty.');
}

/** Checks that an external link needs confirmation before it opens. */
async function asksBeforeLeaving(screen: ReaderScreen): Promise<void> {
  await screen.page.locator('svc-reader svc-leave').getByRole('alertdialog').waitFor();
  await screen.settled();
  assert.deepEqual(screen.requests, [], 'The URL was requested before the reader consented.');
}

async function showsFallback(test: TestCase): Promise<void> {
  const [first] = test.publication().readingOrder;
  assert.match(first?.href ?? '', /\.x?html$/, 'The fallback is not in the reading order.');
  const screen = await test.open();
  assert.notEqual(await screen.text(0), '', 'The fallback is rendered empty.');
}

/** Tests of script features. Each confirms that scripts never run in books. */
export async function runsNoScript(test: TestCase) {
  if (!test.refusal) {
    const screen = await test.open();
    for (const [index, { linear }] of test.publication().readingOrder.entries()) {
      if (linear) await screen.show(index);
    }
  }
  return notApplicable('scripts in books never run');
}

async function showsPicture(test: TestCase): Promise<void> {
  await assertImage(await test.open(), 0);
}

async function showsText(test: TestCase, text: RegExp): Promise<void> {
  const screen = await test.open();
  assert.match(await screen.text(0), text);
}

/**
 * Checks that an XML error causes the import to be rejected or an error to be shown to the reader.
 */
function reportsFault(test: TestCase): void {
  const isReported = test.refusal !== null || test.publication().warnings.length > 0;
  assert.ok(isReported, 'The error in the document is ignored.');
}

/** Checks that audio in the text is playable. */
async function plays(test: TestCase): Promise<void> {
  const screen = await test.open();
  const root = await screen.root(0);
  const fault = await root.evaluate(async (element) => {
    const sound = element.querySelector('audio');
    if (!sound) return 'it does not exist';
    sound.muted = true;
    const heard = new Promise<string>((resolve) => {
      sound.addEventListener('timeupdate', () => sound.currentTime > 0 && resolve(''));
      sound.addEventListener('ended', () => resolve(''));
      sound.addEventListener('error', () => resolve(sound.error?.message ?? 'it is broken'));
    });
    const refused = sound.play().then(
      () => heard,
      (error: unknown) => String(error),
    );
    return refused;
  });
  assert.equal(fault, '', 'The audio is not playable.');
}
