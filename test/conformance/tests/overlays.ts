import assert from 'node:assert/strict';
import { notApplicable, type Case, type Checks } from '../check.ts';
import type { Screen } from '../screen.ts';

/** Media overlays: what is played, in which order, and that it is heard. */
export const overlays: Checks = {
  'mol-audio-no-clipbegin': async (test) => {
    const [first] = clipsOf(test);
    assert.equal(first?.beginSeconds, 0, 'The recording does not begin at its beginning.');
    await isHeard(test, 0);
  },
  'mol-timing-synchronization': isSynchronized,
  'mol-timing-synchronization_multiple_audio': async (test) => {
    const files = new Set(clipsOf(test).map(({ src }) => src));
    assert.equal(files.size, 2, 'Not both recordings are played.');
    await isSynchronized(test);
  },
  'mol-timing-synchronization_svg': isSynchronized,
  'mol-timing-synchronization_svg-fxl': isSynchronized,
  'mol-support_xhtml': isSynchronized,
  'mol-support_xhtml-fxl': isSynchronized,
  'mol-support_xhtml-load': isSynchronized,
  'mol-support_xhtml-load-fxl': isSynchronized,
  'mol-support_xhtml-load-next': isSynchronized,
  'mol-support_xhtml-load-next-fxl': isSynchronized,
  'mol-css': async (test) => {
    const { sections } = test.publication();
    const styled = sections.find(({ overlay }) => overlay?.activeClass);
    if (!styled) assert.fail('The class of what is spoken was not read.');
    await isSynchronized(test);
  },
  'mol-ignore': () => notApplicable('media overlays are supported'),
  'mol-tts_multi': isSpoken,
  'mol-tts_single': isSpoken,
};

function clipsOf(test: Case) {
  return test.publication().sections.flatMap(({ overlay }) => overlay?.clips ?? []);
}

async function isSynchronized(test: Case): Promise<void> {
  const [first] = clipsOf(test);
  assert.ok(first, 'There is nothing to be heard in the book.');
  await isHeard(test, first.beginSeconds);
}

/** The recording plays on from a place in it, and what is spoken is marked meanwhile. */
async function isHeard(test: Case, beginSeconds: number): Promise<void> {
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
      const root = pages?.pages?.views.get(section)?.host.shadowRoot;
      const isStyled = name ? root?.querySelector(`.${CSS.escape(name)}`) : null;
      return isStyled || [...CSS.highlights.keys()].some((key) => key.startsWith('svc-spoken'));
    },
    [narrated, activeClass ?? ''] as const,
  );
}

/** A text without a recording: the reader offers to speak it where the browser has a voice. */
async function isSpoken(test: Case) {
  const screen = await test.open();
  const voices = await screen.page.evaluate(() => speechSynthesis.getVoices().length);
  if (voices === 0) return notApplicable('there is no voice on this machine');
  await screen.show(1);
  await listen(screen);
  await screen.page.waitForFunction(() => speechSynthesis.speaking);
}

async function listen(screen: Screen): Promise<void> {
  await screen.page.locator('svc-reader').getByRole('button').first().waitFor();
  await screen.page.evaluate(() => {
    const wanted = new Event('svc-listen-request', { bubbles: true, composed: true });
    const event = Object.assign(wanted, { request: { type: 'start' } });
    document.querySelector('svc-reader')?.dispatchEvent(event);
  });
}
