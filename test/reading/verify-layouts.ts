import { rmSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { simplerLayouts, type HardLayout } from './hard-layouts.ts';
import { buildLayoutBook } from './layout-book.ts';
import type { ReadingEnvironment, Viewport } from './reading-environment.ts';
import type { SectionReport, TextError } from './reading-reports.ts';
import { verifyText } from './verify-text.ts';

/** Size of the pages and of the text. */
export interface PageShape extends Viewport {
  /** In px. */
  fontSize: number;
}

/** One and two columns, five widths, three font sizes. */
export const pageShapes: readonly PageShape[] = [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 700 },
  { width: 1366, height: 768 },
].flatMap((size) => [14, 18, 26].map((fontSize) => ({ ...size, fontSize })));

/** Result of reading the sections of one book. */
export interface LayoutResults {
  sections: number;
  pages: number;
  characters: number;
  /** Errors by index of the layout, for layouts with errors. */
  failures: Map<number, Pick<SectionReport, 'faults'>['faults']>;
}

/** Imports the layouts as one book and reads it forward and back. */
export async function verifyLayouts(
  environment: ReadingEnvironment,
  engine: Engine,
  layouts: readonly HardLayout[],
  shape: PageShape,
): Promise<LayoutResults> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-layouts-'));
  try {
    const file = join(folder, 'layouts.epub');
    writeFileSync(file, await buildLayoutBook(layouts));
    const index = environment.add(file);
    const book = await environment.open(engine, index, shape, shape.fontSize);
    const text = await verifyText(book);
    const failures = new Map<number, TextError[]>();
    const add = (section: number, fault: TextError) =>
      failures.set(section, [...(failures.get(section) ?? []), fault]);
    for (const { section, ...fault } of text.faults) {
      // Generated styles ask for very narrow boxes.
      if (fault.kind !== 'squeezed') add(section, fault);
    }
    for (const { section, text: what } of await verifyWayBack(book, text.sectionPages)) {
      add(section, { kind: 'unreachable', pages: [], text: what, path: '' });
    }
    return { ...text, failures };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Turns back from the last page to the first. The pages must be the same as when turning forward.
 */
async function verifyWayBack(
  book: Awaited<ReturnType<ReadingEnvironment['open']>>,
  sectionPages: ReadonlyMap<number, number>,
): Promise<{ section: number; text: string }[]> {
  const visited = await book.back();
  const found: { section: number; text: string }[] = [];
  for (const [section, pages] of sectionPages) {
    const back = visited.filter((one) => one.section === section).map(({ page }) => page);
    const expected = Array.from({ length: pages }, (_, at) => pages - 1 - at);
    if (back.join() !== expected.join()) {
      found.push({ section, text: `${pages} pages forward, back over pages ${back.join(', ')}` });
    }
  }
  return found;
}

/** A minimal variant of a failing layout that fails with the same kind of error. */
export async function shrinkLayout(
  environment: ReadingEnvironment,
  engine: Engine,
  layout: HardLayout,
  kind: TextError['kind'],
  shape: PageShape,
): Promise<HardLayout> {
  let smallest = layout;
  for (let round = 0; round < 30; round++) {
    const candidates = simplerLayouts(smallest);
    let next: HardLayout | null = null;
    for (let from = 0; from < candidates.length && !next; from += 40) {
      const batch = candidates.slice(from, from + 40);
      const { failures } = await verifyLayouts(environment, engine, batch, shape);
      next = batch.find((_, at) => failures.get(at)?.some((fault) => fault.kind === kind)) ?? null;
    }
    if (!next) return smallest;
    smallest = next;
  }
  return smallest;
}
