import { randomBelow, type Random, pick, pickWeighted } from './random.ts';
import { edges } from './edge-values.ts';

/**
 * Mutates bytes regardless of their meaning.
 *
 * @param other - Bytes of another book, part of which may be inserted.
 */
export function mutateBytes(chance: Random, bytes: Buffer, other: Buffer): [Buffer, string] {
  if (bytes.length === 0) return [Buffer.from(other), 'replace'];
  const at = randomBelow(chance, bytes.length);
  const length = 1 + randomBelow(chance, Math.min(bytes.length - at, 2 ** randomBelow(chance, 17)));
  const how = pickWeighted(chance, {
    flip: 5,
    overwrite: 3,
    number: 3,
    cut: 2,
    truncate: 2,
    insert: 2,
    duplicate: 2,
    splice: 2,
    zero: 1,
    swap: 1,
  });
  return [changed(how, chance, bytes, other, at, length), `${how} ${length} at ${at}`];
}

function changed(
  how: string,
  chance: Random,
  bytes: Buffer,
  other: Buffer,
  at: number,
  length: number,
): Buffer {
  const copy = Buffer.from(bytes);
  const [before, piece, after] = [
    bytes.subarray(0, at),
    bytes.subarray(at, at + length),
    bytes.subarray(at + length),
  ];
  switch (how) {
    case 'flip':
      for (let count = 1 + randomBelow(chance, 8); count > 0; count -= 1) {
        const position = randomBelow(chance, copy.length);
        copy[position] = (copy[position] ?? 0) ^ (1 << randomBelow(chance, 8));
      }
      return copy;
    case 'overwrite':
      for (let position = at; position < at + Math.min(length, 64); position += 1) {
        copy[position] = randomBelow(chance, 256);
      }
      return copy;
    case 'number':
      return overwritten(copy, pick(chance, edges), at, chance() < 0.5);
    case 'cut':
      return Buffer.concat([before, after]);
    case 'truncate':
      return chance() < 0.5 ? Buffer.from(before) : Buffer.from(bytes.subarray(at));
    case 'insert':
      return Buffer.concat([before, noise(chance, Math.min(length, 4096)), piece, after]);
    case 'duplicate':
      return Buffer.concat([before, piece, piece, after]);
    case 'splice': {
      const from = randomBelow(chance, other.length + 1);
      return Buffer.concat([before, other.subarray(from)]);
    }
    case 'zero':
      return copy.fill(0, at, at + length);
    default:
      return Buffer.concat([after, piece, before]);
  }
}

function overwritten(bytes: Buffer, number: number, at: number, isLittle: boolean): Buffer {
  const field = Buffer.alloc(4);
  if (isLittle) field.writeUInt32LE(number);
  else field.writeUInt32BE(number);
  field.copy(bytes, at);
  return bytes;
}

function noise(chance: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => randomBelow(chance, 256)));
}
