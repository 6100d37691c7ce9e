import { crc32 } from 'node:zlib';
import { randomBelow, type Random, pick } from './random.ts';
import { mutateBytes } from './mutate-bytes.ts';

const sizes = [0, 1, 255, 4096, 10_000, 20_000, 65_535, 1_000_000, 0x7fffffff, 0xffffffff];

/** An image whose header declares a wrong size, or a binary file with some bytes changed. */
export function mutateImage(chance: Random, bytes: Buffer): [Buffer, string] {
  const [width, height] = [pick(chance, sizes), pick(chance, sizes)];
  const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG' && bytes.length > 33;
  if (isPng && chance() < 0.6) {
    const copy = Buffer.from(bytes);
    copy.writeUInt32BE(width, 16);
    copy.writeUInt32BE(height, 20);
    copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
    return [copy, `PNG of ${width} × ${height}`];
  }
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  if (frame !== -1 && frame + 9 < bytes.length && chance() < 0.6) {
    const copy = Buffer.from(bytes);
    copy.writeUInt16BE(height & 0xffff, frame + 5);
    copy.writeUInt16BE(width & 0xffff, frame + 7);
    return [copy, `JPEG of ${width} × ${height}`];
  }
  if (chance() < 0.2) return [tinyImage(chance, width, height), 'other image'];
  return mutateBytes(
    chance,
    bytes,
    Buffer.from(bytes.subarray(0, randomBelow(chance, bytes.length))),
  );
}

/** A few bytes with the header of an image of that size. */
function tinyImage(chance: Random, width: number, height: number): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g${' a="b"'.repeat(randomBelow(chance, 9))}/></svg>`;
  const gif = Buffer.from(
    'GIF89a\0\0\0\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;',
    'latin1',
  );
  gif.writeUInt16LE(width & 0xffff, 6);
  gif.writeUInt16LE(height & 0xffff, 8);
  const bmp = Buffer.alloc(54);
  bmp.write('BM');
  bmp.writeUInt32LE(width, 18);
  bmp.writeUInt32LE(height, 22);
  const tiff = Buffer.from('II*\0\x08\0\0\0\xff\xff', 'latin1');
  return pick(chance, [
    Buffer.from(svg),
    gif,
    bmp,
    tiff,
    Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8X', 'latin1'),
  ]);
}
