import type { Clip } from '../../server/epub/contract.ts';
import type { ListeningFault } from '../reader/listening.ts';
import type { Hearing, Narrator } from './narrator.ts';

/** So near to its end a clip is over: clocks of recordings are coarse. */
const nearEndSeconds = 0.02;
/** A clip that begins so near to where the recording is goes on without a jump. */
const gapSeconds = 0.3;

/** Plays a book’s own recording. @param urlOf - Address of a file by its path in the book. */
export function recording(urlOf: (path: string) => string): Narrator<Clip> {
  const audio = new Audio();
  const closing = new AbortController();
  const { signal } = closing;
  let playing: { clip: Clip; hearing: Hearing } | null = null;
  let source = '';
  let rate = 1;
  let isForbidden = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  audio.preload = 'auto';
  for (const name of ['timeupdate', 'playing', 'seeked', 'ratechange'] as const) {
    audio.addEventListener(name, look, { signal });
  }
  audio.addEventListener('ended', () => finish(), { signal });
  audio.addEventListener('error', () => fail(isForbidden ? 'forbidden' : 'broken'), { signal });
  audio.addEventListener(
    'pause',
    () => {
      // Headphones were pulled out, or another player has begun.
      if (playing && !audio.ended && !audio.error) playing.hearing.onPause();
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
    const end = clip.endSeconds ?? duration;
    if (currentTime >= end - nearEndSeconds && clip.endSeconds !== null) return finish();
    const share =
      end > clip.beginSeconds ? (currentTime - clip.beginSeconds) / (end - clip.beginSeconds) : 0;
    if (Number.isFinite(share)) {
      hearing.onPlace(clip.start + Math.floor(Math.max(0, share) * (clip.end - clip.start)));
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

  function fail(fault: ListeningFault): void {
    const failed = playing;
    playing = null;
    source = '';
    failed?.hearing.onFail(fault);
  }

  async function play(): Promise<void> {
    try {
      await audio.play();
    } catch (error) {
      if (!(error instanceof DOMException) || !playing) return;
      // Anything else is told by the events of the element.
      if (error.name === 'NotAllowedError') playing.hearing.onPause();
    }
  }

  return {
    followsTurns: true,
    passagesOf: ({ overlay }) => overlay?.clips ?? [],
    say(clip, _section, hearing) {
      const isSame = source === clip.src;
      playing = { clip, hearing };
      if (!isSame) {
        source = clip.src;
        isForbidden = false;
        audio.src = urlOf(clip.src.slice('resource:'.length));
        audio.playbackRate = rate;
      }
      const isNear = isSame && Math.abs(audio.currentTime - clip.beginSeconds) < gapSeconds;
      if (!isNear || audio.ended) audio.currentTime = clip.beginSeconds;
      void play();
      look();
    },
    pause() {
      clearTimeout(timer);
      audio.pause();
    },
    resume: () => void play(),
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
