import { isFurtherOn, readResume } from '../reader/resume.ts';
import type { Follow } from './features.ts';

/** Asks whether to go on where the person read elsewhere, when that is further on. */
export const offerResume: Follow = (_reader, { store, opened }, signal) => {
  let asked = null as object | null;
  const unsubscribe = store.subscribe(look);
  signal.addEventListener('abort', unsubscribe);
  look();

  function look(): void {
    const { resume: given, book, view } = store.state;
    if (!given || given === asked || !book || !view) return;
    asked = given;
    const resume = readResume(given);
    if (!resume || !isFurtherOn(book, view, resume, opened?.leftAtMs ?? null)) return;
    const { section, offset } = resume.locations;
    const line = {
      kind: 'resume',
      place: { section, offset },
      device: resume.device ?? '',
    } as const;
    store.dispatch({ type: 'line', line });
  }
};
