import assert from 'node:assert/strict';
import { notApplicable, type TestCase, type Checks } from '../check.ts';
import { checkEveryPublication } from '../check-every-publication.ts';
import type { ReaderScreen } from '../reader-screen.ts';

/** Media overlays: which clips are played, in which order, and whether they are audible. */
export const overlays: Checks = {
  'mol-audio': async (test) => {
    if (isSilent(test)) return silent(test);
    const clips = clipsOf(test);
    assert.ok(
      clips.some(({ endSeconds }) => endSeconds !== null),
      'No clip has an end.',
    );
    return isSynchronized(test);
  },
  'mol-audio-exceeding-clipend': isSynchronized,
  'mol-audio-no-clipbegin': async (test) => {
    if (isSilent(test)) return silent(test);
    const [first] = clipsOf(test);
    assert.equal(first?.beginSeconds, 0, 'The recording does not start at its beginning.');
    await isHeard(test, 0);
    return undefined;
  },
  'mol-audio-no-clipend': async (test) => {
    if (isSilent(test)) return silent(test);
    const isOpen = clipsOf(test).some(({ endSeconds }) => endSeconds === null);
    assert.ok(isOpen, 'No clip runs to the end of its recording.');
    return isSynchronized(test);
  },
  'mol-navigation': async (test) => {
    if (isSilent(test)) return silent(test);
    const { sections } = test.publication();
    const [first, second] = sections.filter(({ overlay }) => overlay);
    const clip = second?.overlay?.clips[0];
    assert.ok(first && second && clip, 'There are no two documents with a recording.');
    await isHeard(test, first.overlay?.clips[0]?.beginSeconds ?? 0);
    const screen = await test.open();
    await screen.show(first.index);
    await listen(screen);
    await screen.page.waitForFunction(() => globalThis.sounds.some((sound) => !sound.paused));
    await screen.show(second.index);
    await screen.page.waitForFunction(
      ([file, begin]) =>
        globalThis.sounds.some(
          (sound) =>
            !sound.paused &&
            decodeURIComponent(sound.src).includes(file) &&
            sound.currentTime >= begin - 0.3,
        ),
      [clip.src.slice('resource:'.length), clip.beginSeconds] as const,
    );
    return undefined;
  },
  'mol-timing-synchronization': isSynchronized,
  'mol-timing-synchronization_fxl': isSynchronized,
  'mol-timing-synchronization_multiple_audio': hasTwoRecordings,
  'mol-timing-synchronization_multiple_audio-fxl': hasTwoRecordings,
  'mol-timing-synchronization_svg': isSynchronized,
  'mol-timing-synchronization_svg-fxl': isSynchronized,
  'mol-support_xhtml': isSynchronized,
  'mol-support_xhtml-fxl': isSynchronized,
  'mol-support_xhtml-load': isSynchronized,
  'mol-support_xhtml-load-fxl': isSynchronized,
  'mol-support_xhtml-load-next': isSynchronized,
  'mol-support_xhtml-load-next-fxl': isSynchronized,
  'mol-css': async (test) => {
    if (isSilent(test)) return silent(test);
    const { sections } = test.publication();
    const styled = sections.find(({ overlay }) => overlay?.activeClass);
    if (!styled) assert.fail('The active class was not read.');
    return isSynchronized(test);
  },
  'mol-ignore': () => notApplicable('media overlays are supported'),
  'mol-tts_multi': isSpoken,
  'mol-tts_single': isSpoken,
};

function clipsOf(test: TestCase) {
  return test.publication().sections.flatMap(({ overlay }) => overlay?.clips ?? []);
}

async function hasTwoRecordings(test: TestCase) {
  if (isSilent(test)) return silent(test);
  const files = new Set(clipsOf(test).map(({ src }) => src));
  assert.equal(files.size, 2, 'Not all recordings are played.');
  return isSynchronized(test);
}

/** Whether the file lacks recordings that it lists. */
function isSilent(test: TestCase): boolean {
  const isLacking = ({ code, message }: { code: string; message: string }) =>
    code === 'file_missing' && /\.(?:mp[34]|m4a|ogg|opus|wav)/.test(message);
  return clipsOf(test).length === 0 && test.publication().warnings.some(isLacking);
}

/** Fallback check that the text is shown as it would be without a recording. */
async function silent(test: TestCase) {
  await checkEveryPublication(test);
  return notApplicable('its recording is not in the file');
}

async function isSynchronized(test: TestCase) {
  if (isSilent(test)) return silent(test);
  const [first] = clipsOf(test);
  assert.ok(first, 'The book has no recording.');
  await isHeard(test, first.beginSeconds);
  return undefined;
}

/** Checks that the recording plays from a given position and that its text is highlighted. */
async function isHeard(test: TestCase, beginSeconds: number): Promise<void> {
  const { sections } = test.publication();
  const narrated = sections.findIndex(({ overlay }) => overlay);
  const screen = await test.open();
  await screen.show(narrated);
  await listen(screen);
  const playing = await screen.page.waitForFunction(() =>
    globalThis.sounds.find((sound) => sound.error || (!sound.paused && sound.currentTime > 0)),
  );
  const heard = await playing.evaluate((sound: HTMLMediaElement) => ({
    seconds: sound.currentTime,
    fault: sound.error?.message ?? null,
  }));
  assert.equal(heard.fault, null, 'The recording cannot be played.');
  const late = heard.seconds - beginSeconds;
  assert.ok(late >= -0.3 && late < 10, `It plays at ${heard.seconds} s, not at ${beginSeconds} s.`);
  const { activeClass } = sections[narrated]?.overlay ?? {};
  await screen.page.waitForFunction(
    ([section, name]) => {
      const pages = document.querySelector('svc-reader')?.shadowRoot?.querySelector('svc-page');
      const root = pages?.rendition?.views.get(section)?.host.shadowRoot;
      const isStyled = name ? root?.querySelector(`.${CSS.escape(name)}`) : null;
      return isStyled || [...CSS.highlights.keys()].some((key) => key.startsWith('svc-spoken'));
    },
    [narrated, activeClass ?? ''] as const,
  );
}

/**
 * Checks text without a recording, for which the reader offers read-aloud if the browser has a
 * voice.
 */
async function isSpoken(test: TestCase) {
  const screen = await test.open();
  const voices = await screen.page.evaluate(() => speechSynthesis.getVoices().length);
  if (voices === 0) return notApplicable('this machine has no voice');
  await screen.show(1);
  await listen(screen);
  await screen.page.waitForFunction(() => speechSynthesis.speaking);
}

async function listen(screen: ReaderScreen): Promise<void> {
  await screen.page.locator('svc-reader').getByRole('button').first().waitFor();
  await screen.page.evaluate(() => {
    const wanted = new Event('svc-listen-request', { bubbles: true, composed: true });
    const event = Object.assign(wanted, { request: { type: 'start' } });
    document.querySelector('svc-reader')?.dispatchEvent(event);
  });
}
