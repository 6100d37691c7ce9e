import {
  maxPages,
  pagePace,
  paceUnitFor,
  parsePaces,
  countUnits,
  medianPace,
} from '../state/reading-time.ts';
import type { StartFeature } from '../features/feature.ts';

/** Measures reading speed from page turns. */
export const startPaceMeasurement: StartFeature = (_reader, { page, store, storage }, signal) => {
  const unit = paceUnitFor(store.state.book?.language ?? '');
  const savedPaces = parsePaces(storage.read('pace'));
  const paces: number[] = [];
  let lastView = store.state.view;
  let sinceMs = performance.now();
  if (Object.keys(savedPaces).length > 0) store.dispatch({ type: 'paces', paces: savedPaces });

  page.addEventListener(
    'svc-page-move',
    ({ view, place }) => {
      const now = performance.now();
      const item = lastView && store.state.book?.order[lastView.section];
      // After a jump or a new layout, the user has not read the previous page to its end.
      const isTurned =
        place !== null && lastView?.end === view.start && lastView.section === view.section;
      if (isTurned && item && lastView) {
        const pace = pagePace(countUnits(item, lastView.end - lastView.start, unit), now - sinceMs);
        if (pace !== null) addPace(pace);
      }
      lastView = view;
      sinceMs = now;
    },
    { signal },
  );
  // Time spent in another tab or window does not count.
  document.addEventListener('visibilitychange', () => (lastView = null), { signal });

  function addPace(pace: number): void {
    paces.push(pace);
    if (paces.length > maxPages) paces.shift();
    const median = medianPace(paces);
    if (median === null || median === store.state.paces[unit]) return;
    const updated = { ...store.state.paces, [unit]: median };
    storage.write('pace', updated);
    store.dispatch({ type: 'paces', paces: updated });
  }
};
