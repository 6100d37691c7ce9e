import type { DocumentTable } from './document-table.ts';
import { ensureLength } from './number-arrays.ts';

/** By work: number of the last call that counted it, plus one if the work is a hit's. */
let marks = new Uint32Array(0);
let call = 0;

/**
 * Returns the number of works among the rows, and the number of rows for each hit's work, by
 * ordinal.
 */
export function countWorks(
  rows: Uint32Array,
  documents: DocumentTable,
  ordinals: number[],
): { works: number; editions: Map<number, number> } {
  marks = ensureLength(marks, documents.works.size);
  call += 2;
  if (call > 0xffff_fff0) {
    marks.fill(0);
    call = 2;
  }
  const [counted, isHit] = [call, call + 1];
  const { workNumbers } = documents;
  const workOf = (ordinal: number) => workNumbers[documents.rowOf(ordinal) ?? 0] ?? 0;
  const byWork = new Map(ordinals.map((ordinal) => [workOf(ordinal), 0]));
  for (const work of byWork.keys()) marks[work] = isHit;
  let works = byWork.size;
  for (let at = 0; at < rows.length; at += 1) {
    const work = workNumbers[rows[at] ?? 0] ?? 0;
    const mark = marks[work];
    if (mark === counted) continue;
    if (mark === isHit) {
      byWork.set(work, (byWork.get(work) ?? 0) + 1);
      continue;
    }
    marks[work] = counted;
    works += 1;
  }
  return {
    works,
    editions: new Map(
      ordinals.map((ordinal) => [ordinal, Math.max(1, byWork.get(workOf(ordinal)) ?? 1)]),
    ),
  };
}
