import type { Embed } from '../../../server/reading-sessions/contract.ts';
import type { ReadAloudState } from '../../state/read-aloud.ts';

/** Media key actions on keyboards, headsets and lock screens. */
export interface MediaKeyHandlers {
  play: () => void;
  pause: () => void;
  step: (step: 1 | -1) => void;
  stop: () => void;
}

/**
 * Shows the book in the system's media controls and handles media keys until the signal is aborted.
 */
export function handleMediaKeys(
  { book }: Embed,
  { play, pause, step, stop }: MediaKeyHandlers,
  signal: AbortSignal,
): (status: ReadAloudState['status']) => void {
  if (!('mediaSession' in navigator)) return () => {};
  const { mediaSession } = navigator;
  const handlers: Partial<Record<MediaSessionAction, () => void>> = {
    play,
    pause,
    stop,
    previoustrack: () => step(-1),
    nexttrack: () => step(1),
  };
  const set = (isOn: boolean) => {
    for (const [action, handler] of entriesOf(handlers)) {
      try {
        mediaSession.setActionHandler(action, isOn ? handler : null);
      } catch {
        // The browser does not support this action.
      }
    }
  };
  mediaSession.metadata = new MediaMetadata({
    title: book.title,
    artist: (book.contributors ?? []).map(({ name }) => name).join(', '),
    artwork: book.cover ? [{ src: book.cover.url }] : [],
  });
  set(true);
  signal.addEventListener('abort', () => {
    set(false);
    mediaSession.metadata = null;
    mediaSession.playbackState = 'none';
  });
  return (status) => {
    mediaSession.playbackState = status === 'playing' ? 'playing' : 'paused';
  };
}

function entriesOf(
  handlers: Partial<Record<MediaSessionAction, () => void>>,
): [MediaSessionAction, () => void][] {
  return Object.entries(handlers) as [MediaSessionAction, () => void][];
}
