import { randomBelow, type Random, pick, pickWeighted } from './random.ts';
import { edges } from './edge-values.ts';

const localHeader = 0x04034b50;
const directoryHeader = 0x02014b50;
const endRecord = 0x06054b50;

/** Offsets of the fields that readers rely on, by the signature of their header (APPNOTE 4.3). */
const fields: Record<number, Record<string, [offset: number, bytes: 2 | 4]>> = {
  [localHeader]: {
    version: [4, 2],
    flags: [6, 2],
    method: [8, 2],
    crc: [14, 4],
    packed: [18, 4],
    unpacked: [22, 4],
    nameLength: [26, 2],
    extraLength: [28, 2],
  },
  [directoryHeader]: {
    flags: [8, 2],
    method: [10, 2],
    crc: [16, 4],
    packed: [20, 4],
    unpacked: [24, 4],
    nameLength: [28, 2],
    extraLength: [30, 2],
    commentLength: [32, 2],
    disk: [34, 2],
    attributes: [38, 4],
    offset: [42, 4],
  },
  [endRecord]: {
    disk: [4, 2],
    entriesHere: [8, 2],
    entries: [10, 2],
    size: [12, 4],
    offset: [16, 4],
    commentLength: [20, 2],
  },
};

const names = [
  '../evil',
  '/etc/passwd',
  'a\\b',
  'C:evil',
  '',
  '.',
  '..',
  'a//b',
  'a\0b',
  '\xff\xfe',
  'META-INF/container.xml',
  'META-INF/encryption.xml',
  'META-INF/rights.xml',
  'mimetype',
  '__proto__',
  'a'.repeat(2000),
];

/** Corrupts the structures of a zip file without changing the contents. */
export function mutateZip(chance: Random, zip: Buffer): [Buffer, string] {
  const how = pickWeighted(chance, {
    field: 8,
    name: 4,
    encrypted: 1,
    symlink: 1,
    duplicate: 3,
    overlap: 2,
    comment: 1,
    zip64: 3,
    prefix: 1,
    reorder: 1,
    dropEntry: 3,
    method: 2,
  });
  const copy = Buffer.from(zip);
  const entries = headersOf(copy, directoryHeader);
  const end = headersOf(copy, endRecord).at(-1);
  const entry = entries[randomBelow(chance, entries.length)];
  if (entry === undefined || end === undefined) return [copy, `${how}: no directory`];
  return change(how, chance, copy, entries, entry, end);
}

function change(
  how: string,
  chance: Random,
  zip: Buffer,
  entries: number[],
  entry: number,
  end: number,
): [Buffer, string] {
  switch (how) {
    case 'field':
      return corruptField(chance, zip);
    case 'name': {
      const name = pick(chance, names);
      return [renamed(zip, entry, end, Buffer.from(name, 'latin1')), `name ${name.slice(0, 30)}`];
    }
    case 'encrypted':
      return [withField(zip, entry + 8, zip.readUInt16LE(entry + 8) | 1), how];
    case 'symlink':
      zip.writeUInt32LE(0o120777 * 0x10000, entry + 38);
      return [zip, how];
    case 'method':
      return [withField(zip, entry + 10, pick(chance, [0, 1, 8, 9, 12, 14, 93, 99])), how];
    case 'duplicate': {
      const copies = pick(chance, [1, 2, 100, 11_000]);
      return [
        withEntries(zip, end, repeated(recordAt(zip, entry), copies), copies),
        `${how} ${copies}`,
      ];
    }
    case 'overlap':
      zip.writeUInt32LE(zip.readUInt32LE(pick(chance, entries) + 42), entry + 42);
      return [zip, how];
    case 'dropEntry':
      return [withoutEntry(zip, entry, end), how];
    case 'comment': {
      const length = pick(chance, [1, 22, 0xffff]);
      zip.writeUInt16LE(length, end + 20);
      return [Buffer.concat([zip, Buffer.alloc(length, 'PK\x05\x06')]), `${how} ${length}`];
    }
    case 'zip64':
      return [zip64(chance, zip, end), how];
    case 'prefix':
      return [Buffer.concat([Buffer.alloc(1 + randomBelow(chance, 5000), 'MZ'), zip]), how];
    default:
      return [Buffer.concat([zip.subarray(end), zip.subarray(0, end)]), how];
  }
}

function corruptField(chance: Random, zip: Buffer): [Buffer, string] {
  const header = pick(chance, [localHeader, directoryHeader, directoryHeader, endRecord]);
  const [name, [offset, size]] = pick(chance, Object.entries(fields[header] ?? {}));
  const offsets = headersOf(zip, header);
  const number = pick(chance, [
    ...edges,
    zip.length,
    zip.length - 1,
    randomBelow(chance, zip.length),
  ]);
  const at = offsets[randomBelow(chance, offsets.length)];
  const description = `field ${name} of ${header.toString(16)} is ${number}`;
  if (at === undefined || at + offset + size > zip.length) return [zip, description];
  if (size === 2) zip.writeUInt16LE(number & 0xffff, at + offset);
  else zip.writeUInt32LE(number, at + offset);
  return [zip, description];
}

/** Offsets of the records with the given signature. */
function headersOf(zip: Buffer, signature: number): number[] {
  const signatureBytes = Buffer.alloc(4);
  signatureBytes.writeUInt32LE(signature);
  const minLength = signature === localHeader ? 30 : signature === directoryHeader ? 46 : 22;
  const found: number[] = [];
  let at = zip.indexOf(signatureBytes);
  while (at !== -1) {
    if (at + minLength <= zip.length) found.push(at);
    at = zip.indexOf(signatureBytes, at + 4);
  }
  return found;
}

function recordAt(zip: Buffer, entry: number): Buffer {
  const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(entry + offset));
  return zip.subarray(entry, entry + 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0));
}

function renamed(zip: Buffer, entry: number, end: number, name: Buffer): Buffer {
  const record = recordAt(zip, entry);
  const head = Buffer.from(record.subarray(0, 46));
  const oldLength = head.readUInt16LE(28);
  head.writeUInt16LE(name.length, 28);
  const renamedRecord = Buffer.concat([head, name, record.subarray(46 + oldLength)]);
  return withEntries(withoutEntry(zip, entry, end), end - record.length, renamedRecord, 1);
}

function withoutEntry(zip: Buffer, entry: number, end: number): Buffer {
  const record = recordAt(zip, entry);
  const rest = Buffer.concat([zip.subarray(0, entry), zip.subarray(entry + record.length)]);
  return counted(rest, end - record.length, -1, -record.length);
}

/** Appends records to the directory. */
function withEntries(zip: Buffer, end: number, records: Buffer, count: number): Buffer {
  const whole = Buffer.concat([zip.subarray(0, end), records, zip.subarray(end)]);
  return counted(whole, end + records.length, count, records.length);
}

function counted(zip: Buffer, end: number, count: number, bytes: number): Buffer {
  if (end < 0 || end + 22 > zip.length) return zip;
  const entries = Math.max(0, zip.readUInt16LE(end + 10) + count) & 0xffff;
  withField(zip, end + 8, entries);
  withField(zip, end + 10, entries);
  zip.writeUInt32LE(Math.max(0, zip.readUInt32LE(end + 12) + bytes) >>> 0, end + 12);
  return zip;
}

function withField(zip: Buffer, at: number, number: number): Buffer {
  zip.writeUInt16LE(number & 0xffff, at);
  return zip;
}

function repeated(record: Buffer, count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => record));
}

/** Adds an unnecessary zip64 record with a locator, both possibly with incorrect values. */
function zip64(chance: Random, zip: Buffer, end: number): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  const sizes = [0n, 1n, BigInt(zip.length), 0xffffffffn, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n];
  for (const offset of [24, 32, 40, 48]) record.writeBigUInt64LE(pick(chance, sizes), offset);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(chance() < 0.7 ? BigInt(end) : pick(chance, sizes), 8);
  locator.writeUInt32LE(1, 16);
  const tail = Buffer.from(zip.subarray(end));
  tail.fill(0xff, 8, 20);
  return Buffer.concat([zip.subarray(0, end), record, locator, tail]);
}
