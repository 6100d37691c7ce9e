import { randomBelow, type Random, mixSeed, seededRandom } from './random.ts';
import { type BookFile, pack } from './epub-files.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { mutateFiles } from './mutate-files.ts';
import { mutateZip } from './mutate-zip.ts';
import type { Sample, Samples } from './samples.ts';

export interface FuzzCase {
  seed: number;
  number: number;
  epub: Buffer;
  /** The book that was changed. */
  sample: string;
  /** What was done to it, in order. */
  steps: string[];
  /** How many changes there were before any was left out. */
  planned: number;
}

type MutationKind = 'files' | 'zip' | 'bytes';

/**
 * The case of a number: some book with one to five changes, the same for the same seed. Each change
 * has its own chance, so that some can be left out and the others stay.
 *
 * @param kept - Indexes of the changes to make; all unless given.
 */
export async function makeCase(
  samples: Samples,
  seed: number,
  number: number,
  kept?: ReadonlySet<number>,
): Promise<FuzzCase> {
  const chance = seededRandom(mixSeed(seed, number));
  const [sample, other] = [await samples.choose(chance), await samples.choose(chance)];
  const isCompressed = chance() < 0.2;
  const plan = planMutations(chance);
  const steps: string[] = [];
  let files: BookFile[] | null = null;
  let epub = sample.bytes;
  for (const [index, kind] of plan.entries()) {
    if (kept && !kept.has(index)) continue;
    const own = seededRandom(mixSeed(seed, number, index + 1));
    if (kind === 'files') {
      const [changed, said] = await mutateFiles(own, files ?? sample.files, other.files);
      files = changed;
      steps.push(said);
      continue;
    }
    if (files) epub = await pack(files, isCompressed);
    files = null;
    const [changed, said] = mutateArchive(own, kind, epub, other);
    epub = changed;
    steps.push(said);
  }
  if (files) epub = await pack(files, isCompressed);
  return { seed, number, epub, sample: sample.name, steps, planned: plan.length };
}

// What is inside comes first: it is packed for what follows.
function planMutations(chance: Random): MutationKind[] {
  const inside = chance() < 0.75 ? 1 + randomBelow(chance, 3) : 0;
  const outside = inside === 0 || chance() < 0.15 ? 1 + randomBelow(chance, 2) : 0;
  return [
    ...Array.from({ length: inside }, (): MutationKind => 'files'),
    ...Array.from({ length: outside }, (): MutationKind => (chance() < 0.6 ? 'zip' : 'bytes')),
  ];
}

function mutateArchive(
  chance: Random,
  kind: MutationKind,
  epub: Buffer,
  other: Sample,
): [Buffer, string] {
  const [changed, said] =
    kind === 'zip' ? mutateZip(chance, epub) : mutateBytes(chance, epub, other.bytes);
  return [changed, `${kind}: ${said}`];
}
