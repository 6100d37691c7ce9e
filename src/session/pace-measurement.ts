import {
  maxPages,
  pagePace,
  paceUnitFor,
  parsePaces,
  countUnits,
  medianPace,
} from '../state/reading-time.ts';
import type { StartFeature } from '../features/feature.ts';

/** Learns from the turns of the pages how fast the person reads. */
export const startPaceMeasurement: StartFeature = (_reader, { page, store, storage }, signal) => {
  const unit = paceUnitFor(store.state.book?.language ?? '');
  const known = parsePaces(storage.read('pace'));
  const paces: number[] = [];
  let seen = store.state.view;
  let sinceMs = performance.now();
  if (Object.keys(known).length > 0) store.dispatch({ type: 'paces', paces: known });

  page.addEventListener(
    'svc-page-move',
    ({ view, place }) => {
      const now = performance.now();
      const item = seen && store.state.book?.order[seen.section];
      // A jump, or a new layout, ends a page that nobody has read to its end.
      const isTurned = place !== null && seen?.end === view.start && seen.section === view.section;
      if (isTurned && item && seen) {
        const pace = pagePace(countUnits(item, seen.end - seen.start, unit), now - sinceMs);
        if (pace !== null) keep(pace);
      }
      seen = view;
      sinceMs = now;
    },
    { signal },
  );
  // What lies open while something else is looked at is not read.
  document.addEventListener('visibilitychange', () => (seen = null), { signal });

  function keep(pace: number): void {
    paces.push(pace);
    if (paces.length > maxPages) paces.shift();
    const usual = medianPace(paces);
    if (usual === null || usual === store.state.paces[unit]) return;
    const learnt = { ...store.state.paces, [unit]: usual };
    storage.write('pace', learnt);
    store.dispatch({ type: 'paces', paces: learnt });
  }
};
