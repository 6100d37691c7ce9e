import { columnsIn, firstOfGroup, ignoresAvoid, leadingLines } from './find-stranded.ts';
import { adoptRepairSheet, movedToNextPage } from './repair-styles.ts';
import { repairedClass, type RepairTarget } from './repair-target.ts';

/**
 * Maximum number of moved lines in one layout, multiplied by the length of the section's text in
 * UTF-16 code units. Each move lays out the section again.
 */
const maxWork = 800_000;

/**
 * Moves headings, and other lines with `break-after: avoid`, to the next page if the text that they
 * introduce begins there. Only for engines that ignore the property in columns.
 */
export function keepWithNext(target: RepairTarget): void {
  if (target.isScrolled || !ignoresAvoid(target.root)) return;
  const columnOf = columnsIn(target);
  const lines = leadingLines(target);
  let moves = Math.floor(maxWork / (target.root.textContent?.length ?? 1));
  for (const [at, { line, after }] of lines.entries()) {
    if (moves <= 0) return;
    if (columnOf(line) === columnOf(after)) continue;
    const first = firstOfGroup(lines, at, columnOf);
    if (!first) continue;
    moves -= 1;
    adoptRepairSheet(target.root);
    move(first);
    // What follows may need a page of its own.
    if (columnOf(line) !== columnOf(after) || columnOf(first) !== columnOf(line)) undo(first);
  }
}

function move(line: Element): void {
  line.setAttribute('data-repair', movedToNextPage);
  line.classList.add(repairedClass);
}

function undo(line: Element): void {
  line.classList.remove(repairedClass);
}
