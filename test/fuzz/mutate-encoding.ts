import { type Random, pickWeighted } from './random.ts';

/** Encodes text in an encoding that may differ from its declaration. */
export function mutateEncoding(chance: Random, text: string): [Buffer, string] {
  const how = pickWeighted(chance, {
    utf16le: 2,
    utf16be: 2,
    noMark: 1,
    bom: 2,
    latin1: 2,
    wrongBom: 1,
  });
  const little = Buffer.from(text, 'utf16le');
  switch (how) {
    case 'utf16le':
      return [Buffer.concat([Buffer.from([0xff, 0xfe]), little]), how];
    case 'utf16be':
      return [Buffer.concat([Buffer.from([0xfe, 0xff]), swapped(little)]), how];
    case 'noMark':
      return [little, how];
    case 'bom':
      return [Buffer.from(`\uFEFF${text}`), how];
    case 'latin1':
      return [Buffer.from(text, 'latin1'), how];
    default:
      return [Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text)]), how];
  }
}

function swapped(bytes: Buffer): Buffer {
  return bytes.length % 2 === 0 ? bytes.swap16() : bytes;
}
