import type { Clip } from '../../../server/epub/contract.ts';
import type { ReadAloudFailure } from '../../state/read-aloud.ts';
import type { PassageListener, Narrator } from './narrator.ts';

/** So near to its end a clip is over: clocks of recordings are coarse. */
const nearEndSeconds = 0.02;
/** A clip that begins so near to where the recording is goes on without a jump. */
const maxGapSeconds = 0.3;

/** Whoever has heard on for so long since an address was renewed may have it renewed again. */
const minProgressSeconds = 1;

export interface RecordingSource {
  /** Address of a file by its path in the book. */
  urlOf: (path: string) => string;
  /** Makes addresses valid that have expired, as they do while a device sleeps. */
  renewSession: () => Promise<unknown>;
}

/** Plays a book’s own recording. */
export function createRecordingNarrator({ urlOf, renewSession }: RecordingSource): Narrator<Clip> {
  const audio = new Audio();
  const closing = new AbortController();
  const { signal } = closing;
  let playing: { clip: Clip; hearing: PassageListener } | null = null;
  let source = '';
  let rate = 1;
  let isForbidden = false;
  /** Where it is, also after an error. */
  let atSeconds = 0;
  let isWanted = false;
  let renewedAtSeconds: number | null = null;
  let isRenewing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  audio.preload = 'auto';
  for (const name of ['timeupdate', 'playing', 'seeked', 'ratechange'] as const) {
    audio.addEventListener(name, look, { signal });
  }
  audio.addEventListener('ended', () => finish(), { signal });
  audio.addEventListener('error', () => void recover(), { signal });
  audio.addEventListener(
    'pause',
    () => {
      // Headphones were pulled out, or another player has begun.
      if (!playing || audio.ended || audio.error || isRenewing) return;
      isWanted = false;
      playing.hearing.onPause();
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

  function look(): void {
    clearTimeout(timer);
    if (!playing || audio.paused || audio.seeking) return;
    const { clip, hearing } = playing;
    const { currentTime, duration } = audio;
    atSeconds = currentTime;
    const end = clip.endSeconds ?? duration;
    if (currentTime >= end - nearEndSeconds && clip.endSeconds !== null) return finish();
    const share =
      end > clip.beginSeconds ? (currentTime - clip.beginSeconds) / (end - clip.beginSeconds) : 0;
    if (Number.isFinite(share)) {
      hearing.onPosition(clip.start + Math.floor(Math.max(0, share) * (clip.end - clip.start)));
    }
    // The recording itself tells the time four times a second only.
    const leftMs = ((end - currentTime) / rate) * 1000;
    if (Number.isFinite(leftMs)) timer = setTimeout(look, Math.min(leftMs, 250));
  }

  function finish(): void {
    const ended = playing;
    clearTimeout(timer);
    playing = null;
    ended?.hearing.onEnd();
  }

  function fail(fault: ReadAloudFailure): void {
    const failed = playing;
    playing = null;
    source = '';
    failed?.hearing.onFail(fault);
  }

  /** Once for each place: what still does not come then is broken. */
  async function recover(): Promise<void> {
    clearTimeout(timer);
    if (isRenewing || !source) return;
    const isNews =
      renewedAtSeconds === null || Math.abs(atSeconds - renewedAtSeconds) > minProgressSeconds;
    if (isForbidden) return fail('forbidden');
    if (!isNews || audio.error?.code === MediaError.MEDIA_ERR_DECODE) return fail('broken');
    isRenewing = true;
    try {
      await renewSession();
      isRenewing = false;
      if (signal.aborted) return;
      renewedAtSeconds = atSeconds;
      // WebKitGTK stands still where it is sent on before it knows how long the recording is.
      const goOn = () => {
        audio.currentTime = atSeconds;
        if (isWanted) void play();
      };
      audio.addEventListener('loadedmetadata', goOn, { signal, once: true });
      // It would also go by itself to where it was to begin: of two at once WebKitGTK never plays on.
      audio.currentTime = 0;
      load();
    } catch {
      isRenewing = false;
      if (!signal.aborted) fail('broken');
    }
  }

  /** Loads what is to be heard. */
  function load(): void {
    audio.src = urlOf(source.slice('resource:'.length));
    audio.playbackRate = rate;
  }

  async function play(): Promise<void> {
    try {
      await audio.play();
    } catch (error) {
      if (!(error instanceof DOMException) || !playing) return;
      // Anything else is told by the events of the element.
      if (error.name === 'NotAllowedError') {
        isWanted = false;
        playing.hearing.onPause();
      }
    }
  }

  return {
    followsPageTurns: true,
    passagesOf: ({ overlay }) => overlay?.clips ?? [],
    speak(clip, _section, hearing) {
      const isSame = source === clip.src;
      playing = { clip, hearing };
      isWanted = true;
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
      look();
    },
    pause() {
      isWanted = false;
      clearTimeout(timer);
      audio.pause();
    },
    resume() {
      isWanted = true;
      void play();
    },
    setRate(wanted) {
      rate = wanted;
      audio.defaultPlaybackRate = wanted;
      audio.playbackRate = wanted;
    },
    setVoice() {},
    stop() {
      clearTimeout(timer);
      playing = null;
      closing.abort();
      audio.pause();
      // Without an address it lets go of its connection.
      audio.removeAttribute('src');
      audio.load();
    },
  };
}
