import { listenForInput, type InputTarget } from './input/listen-for-input.ts';
import { needsRepair, repairLayout } from './repair/repair-layout.ts';
import type { SectionOptions } from './section/section-view.ts';

/**
 * Starts what the pages need after the first text. Lays out sections again if text of them is cut off.
 *
 * @returns The repair to use in further layouts.
 */
export function startPage(
  input: InputTarget & { host: { relayout(): void } },
  signal: AbortSignal,
): SectionOptions['repairLayout'] {
  listenForInput(input, signal);
  const rendition = input.rendition();
  if (
    rendition &&
    [...rendition.views.mounted.values()].some((view) => needsRepair(view, rendition.mode))
  ) {
    input.host.relayout();
  }
  return repairLayout;
}
