import { isAhead, parseResume } from '../state/resume.ts';
import type { StartFeature } from './feature.ts';

/** Asks whether to go on where the person read elsewhere, when that is further on. */
export const offerResume: StartFeature = (_reader, { store, opened }, signal) => {
  let asked = null as object | null;
  const unsubscribe = store.subscribe(look);
  signal.addEventListener('abort', unsubscribe);
  look();

  function look(): void {
    const { resume: given, book, view } = store.state;
    if (!given || given === asked || !book || !view) return;
    asked = given;
    const resume = parseResume(given);
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
