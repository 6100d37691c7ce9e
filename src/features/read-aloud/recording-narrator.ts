import type { Clip } from '../../../server/epub/contract.ts';
import type { ReadAloudFailure } from '../../state/read-aloud.ts';
import type { PassageListener, Narrator } from './narrator.ts';

/** Distance to a clip's end within which it counts as ended, because audio clocks are coarse. */
const nearEndSeconds = 0.02;
/** Maximum gap to the next clip that does not require a seek. */
const maxGapSeconds = 0.3;

/** Playback required after a session renewal before another renewal is allowed. */
const minProgressSeconds = 1;

export interface RecordingSource {
  /** Returns the URL of a file for its path in the book. */
  urlOf: (path: string) => string;
  /** Renews expired URLs, for example after the device was asleep. */
  renewSession: () => Promise<unknown>;
}

/** Creates a narrator that plays the book's own recording. */
export function createRecordingNarrator({ urlOf, renewSession }: RecordingSource): Narrator<Clip> {
  const audio = new Audio();
  const closing = new AbortController();
  const { signal } = closing;
  let playing: { clip: Clip; listener: PassageListener } | null = null;
  let source = '';
  let rate = 1;
  let isForbidden = false;
  /** Playback position, kept after an error. */
  let atSeconds = 0;
  let shouldPlay = false;
  let renewedAtSeconds: number | null = null;
  let isRenewing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  audio.preload = 'auto';
  for (const name of ['timeupdate', 'playing', 'seeked', 'ratechange'] as const) {
    audio.addEventListener(name, update, { signal });
  }
  audio.addEventListener('ended', () => finish(), { signal });
  audio.addEventListener('error', () => void recover(), { signal });
  audio.addEventListener(
    'pause',
    () => {
      // Headphones were unplugged, or another player started.
      if (!playing || audio.ended || audio.error || isRenewing) return;
      shouldPlay = false;
      playing.listener.onPause();
    },
    { signal },
  );
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective }) => {
      if (effectiveDirective === 'media-src') isForbidden = true;
    },
    { signal },
  );

  function update(): void {
    clearTimeout(timer);
    if (!playing || audio.paused || audio.seeking) return;
    const { clip, listener } = playing;
    const { currentTime, duration } = audio;
    atSeconds = currentTime;
    const end = clip.endSeconds ?? duration;
    if (currentTime >= end - nearEndSeconds && clip.endSeconds !== null) return finish();
    const share =
      end > clip.beginSeconds ? (currentTime - clip.beginSeconds) / (end - clip.beginSeconds) : 0;
    if (Number.isFinite(share)) {
      listener.onPosition(clip.start + Math.floor(Math.max(0, share) * (clip.end - clip.start)));
    }
    // `timeupdate` fires only about four times per second.
    const leftMs = ((end - currentTime) / rate) * 1000;
    if (Number.isFinite(leftMs)) timer = setTimeout(update, Math.min(leftMs, 250));
  }

  function finish(): void {
    const ended = playing;
    clearTimeout(timer);
    playing = null;
    ended?.listener.onEnd();
  }

  function fail(failure: ReadAloudFailure): void {
    const failed = playing;
    playing = null;
    source = '';
    failed?.listener.onFail(failure);
  }

  /**
   * Renews the session once per position. A second error at that position means that the recording
   * is broken.
   */
  async function recover(): Promise<void> {
    clearTimeout(timer);
    if (isRenewing || !source) return;
    const hasProgressed =
      renewedAtSeconds === null || Math.abs(atSeconds - renewedAtSeconds) > minProgressSeconds;
    if (isForbidden) return fail('forbidden');
    if (!hasProgressed || audio.error?.code === MediaError.MEDIA_ERR_DECODE) return fail('broken');
    isRenewing = true;
    try {
      await renewSession();
      isRenewing = false;
      if (signal.aborted) return;
      renewedAtSeconds = atSeconds;
      // WebKitGTK stalls on a seek before the duration is known.
      const continuePlayback = () => {
        audio.currentTime = atSeconds;
        if (shouldPlay) void play();
      };
      audio.addEventListener('loadedmetadata', continuePlayback, { signal, once: true });
      // Reset the default start position, because WebKitGTK never resumes with two pending seeks.
      audio.currentTime = 0;
      load();
    } catch {
      isRenewing = false;
      if (!signal.aborted) fail('broken');
    }
  }

  /** Loads the current source. */
  function load(): void {
    audio.src = urlOf(source.slice('resource:'.length));
    audio.playbackRate = rate;
  }

  async function play(): Promise<void> {
    try {
      await audio.play();
    } catch (error) {
      if (!(error instanceof DOMException) || !playing) return;
      // Other errors fire events on the element.
      if (error.name === 'NotAllowedError') {
        shouldPlay = false;
        playing.listener.onPause();
      }
    }
  }

  return {
    followsPageTurns: true,
    passagesOf: ({ overlay }) => overlay?.clips ?? [],
    speak(clip, _section, listener) {
      const isSame = source === clip.src;
      playing = { clip, listener };
      shouldPlay = true;
      const isNear = isSame && Math.abs(audio.currentTime - clip.beginSeconds) < maxGapSeconds;
      if (!isNear || audio.ended) atSeconds = clip.beginSeconds;
      if (!isSame) {
        source = clip.src;
        isForbidden = false;
        renewedAtSeconds = null;
        load();
      }
      if (!isNear || audio.ended) audio.currentTime = atSeconds;
      void play();
      update();
    },
    pause() {
      shouldPlay = false;
      clearTimeout(timer);
      audio.pause();
    },
    resume() {
      shouldPlay = true;
      void play();
    },
    setRate(newRate) {
      rate = newRate;
      audio.defaultPlaybackRate = newRate;
      audio.playbackRate = newRate;
    },
    setVoice() {},
    stop() {
      clearTimeout(timer);
      playing = null;
      closing.abort();
      audio.pause();
      // Removing the source closes the connection.
      audio.removeAttribute('src');
      audio.load();
    },
  };
}
