import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { seededRandom } from '../bench/reader/seeded-random.ts';
import { ownPayloads } from './built-in-payloads.ts';

/** Content that an attacker puts into a book. */
export interface Payload {
  /** Source of the payload, and its index in that source. */
  name: string;
  text: string;
}

const Line = z.object({
  n: z.number(),
  payload: z.string().optional(),
  input: z.string().optional(),
});

/** The payloads of a folder with JSON Lines and markup files, followed by the built-in ones. */
export function readPayloads(folder: string): Payload[] {
  return [...ownPayloads, ...listed(join(folder, 'sanitiser')), ...filed(folder)];
}

/** A random sample of the payloads. The same seed gives the same sample. */
export function sampleOf(payloads: Payload[], size: number, seed: number): Payload[] {
  const chance = seededRandom(seed);
  return payloads
    .map((payload) => ({ payload, order: chance() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, size)
    .map(({ payload }) => payload);
}

function listed(folder: string): Payload[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return files.sort().flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const { n, payload, input } = Line.parse(JSON.parse(line));
        return { name: `${file}:${n}`, text: payload ?? input ?? '' };
      }),
  );
}

function filed(folder: string): Payload[] {
  const within = join(folder, 'hostile/payloads-all-the-things');
  if (!existsSync(within)) return [];
  return readdirSync(within)
    .filter((name) => name.includes('.') && !name.endsWith('.zip'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(within, name), 'utf8') }));
}
