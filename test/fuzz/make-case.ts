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
  /** Name of the mutated book. */
  sample: string;
  /** Descriptions of the mutations, in order. */
  steps: string[];
  /** Number of mutations in the whole plan. */
  planned: number;
}

type MutationKind = 'files' | 'zip' | 'bytes';

/**
 * Creates the case with a number: a book with one to five mutations, reproducible by seed. Each
 * mutation has its own random generator, so that some can be omitted without changing the others.
 *
 * @param selected - Indexes of the mutations to apply. Default: all.
 */
export async function makeCase(
  samples: Samples,
  seed: number,
  number: number,
  selected?: ReadonlySet<number>,
): Promise<FuzzCase> {
  const random = seededRandom(mixSeed(seed, number));
  const [sample, other] = [await samples.choose(random), await samples.choose(random)];
  const isCompressed = random() < 0.2;
  const plan = planMutations(random);
  const steps: string[] = [];
  let files: BookFile[] | null = null;
  let epub = sample.bytes;
  for (const [index, kind] of plan.entries()) {
    if (selected && !selected.has(index)) continue;
    const mutationRandom = seededRandom(mixSeed(seed, number, index + 1));
    if (kind === 'files') {
      const [changed, description] = await mutateFiles(
        mutationRandom,
        files ?? sample.files,
        other.files,
      );
      files = changed;
      steps.push(description);
      continue;
    }
    if (files) epub = await pack(files, isCompressed);
    files = null;
    const [changed, description] = mutateArchive(mutationRandom, kind, epub, other);
    epub = changed;
    steps.push(description);
  }
  if (files) epub = await pack(files, isCompressed);
  return { seed, number, epub, sample: sample.name, steps, planned: plan.length };
}

// Files are mutated before they are packed for mutations of the archive.
function planMutations(random: Random): MutationKind[] {
  const inside = random() < 0.75 ? 1 + randomBelow(random, 3) : 0;
  const outside = inside === 0 || random() < 0.15 ? 1 + randomBelow(random, 2) : 0;
  return [
    ...Array.from({ length: inside }, (): MutationKind => 'files'),
    ...Array.from({ length: outside }, (): MutationKind => (random() < 0.6 ? 'zip' : 'bytes')),
  ];
}

function mutateArchive(
  random: Random,
  kind: MutationKind,
  epub: Buffer,
  other: Sample,
): [Buffer, string] {
  const [changed, description] =
    kind === 'zip' ? mutateZip(random, epub) : mutateBytes(random, epub, other.bytes);
  return [changed, `${kind}: ${description}`];
}
