import { isAhead, parseResume } from '../state/resume.ts';
import type { StartFeature } from './feature.ts';

/** Offers to continue at another device's position if that position is further ahead. */
export const offerResume: StartFeature = (_reader, { store, opened }, signal) => {
  let offered = null as object | null;
  const unsubscribe = store.subscribe(check);
  signal.addEventListener('abort', unsubscribe);
  check();

  function check(): void {
    const { resume: requested, book, view } = store.state;
    if (!requested || requested === offered || !book || !view) return;
    offered = requested;
    const resume = parseResume(requested);
    if (!resume || !isAhead(book, view, resume, opened?.lastReadAtMs ?? null)) return;
    const { section, offset } = resume.locations;
    const prompt = {
      kind: 'resume',
      position: { section, offset },
      device: resume.device ?? '',
    } as const;
    store.dispatch({ type: 'line', prompt });
  }
};
