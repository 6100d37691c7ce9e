import type { SvcPage } from '../svc-page.ts';
import { isFaulty, needsRepair } from './find-misplaced.ts';
import type { RepairTarget } from './repair-target.ts';

type RepairLayout = (target: RepairTarget) => void;

/** Delay in ms before another attempt to load the repair after a failure. */
const retryDelayMs = 5000;

/**
 * Starts checking the layout of the page's sections. The repair loads when a section first needs
 * it, because most books need none. The sections are then laid out again.
 *
 * @param load - Loads the repair.
 */
export function startRepair(
  page: SvcPage,
  signal: AbortSignal,
  load: () => Promise<RepairLayout> = loadRepair,
): void {
  // Another book of the same reader may have loaded the repair.
  if (page.repairLayout) return;
  let isLoading = false;
  const loadAndRepair = async () => {
    if (isLoading || signal.aborted) return;
    isLoading = true;
    // Used by tests, which read the pages after the repair.
    page.toggleAttribute('repairing', true);
    const repair = await load().catch(() => null);
    isLoading = false;
    if (!repair) return void setTimeout(() => void loadAndRepair(), retryDelayMs);
    page.repairLayout = repair;
    page.relayout();
    page.removeAttribute('repairing');
  };
  page.repairLayout = (target) => {
    if (!isLoading && isFaulty(target)) void loadAndRepair();
  };
  // The next book starts its own check if this one was closed before the repair could load.
  const check = page.repairLayout;
  signal.addEventListener('abort', () => {
    if (page.repairLayout === check) page.repairLayout = null;
  });
  const { rendition } = page;
  const checkMounted = async () => {
    for (const view of rendition?.views.mounted.values() ?? []) {
      if (isLoading || page.repairLayout !== check || page.rendition !== rendition) return;
      if (rendition && (await needsRepair(view, rendition.mode))) return void loadAndRepair();
    }
  };
  void checkMounted();
}

async function loadRepair(): Promise<RepairLayout> {
  return (await import('./repair-layout.ts')).repairLayout;
}
