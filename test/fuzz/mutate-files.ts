import { pickOptional, randomBelow, type Random, pick, pickWeighted } from './random.ts';
import { type BookFile, pack } from './epub-files.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { mutateMarkup } from './mutate-markup.ts';
import { mutateImage } from './mutate-image.ts';
import { mutateStyle } from './mutate-style.ts';

const markup = /\.(?:x?html?|xml|opf|ncx|smil|svg)$/i;
const packageFiles = /\.(?:opf|ncx|smil)$|container\.xml$|encryption\.xml$|nav[^/]*\.x?html$/i;
const styles = /\.css$/i;
const images = /\.(?:png|jpe?g|gif|webp|avif|jxl|otf|ttf|woff2?)$/i;

type Files = readonly BookFile[];

/**
 * Mutates one file of an unpacked book by its type, or the set of files.
 *
 * @param other - Files of another book, some of which may be used.
 */
export async function mutateFiles(
  chance: Random,
  files: Files,
  other: Files,
): Promise<[BookFile[], string]> {
  const how = pickWeighted(chance, {
    content: 8,
    package: 8,
    style: 5,
    picture: 3,
    encoding: 2,
    bytes: 2,
    set: 3,
  });
  return changeFile(how, chance, files, other) ?? changeSet(chance, files, other);
}

/** Null if there is no file of that kind. */
function changeFile(
  how: string,
  chance: Random,
  files: Files,
  other: Files,
): [BookFile[], string] | null {
  const of = (pattern: RegExp) =>
    [...files.keys()].filter((at) => pattern.test(files[at]?.path ?? ''));
  switch (how) {
    case 'content':
      return inText(chance, files, of(markup), mutateMarkup);
    case 'package':
      return inText(chance, files, of(packageFiles), mutateMarkup);
    case 'style':
      return inText(chance, files, of(styles), mutateStyle);
    case 'picture':
      return inBytes(chance, files, of(images), (bytes) => mutateImage(chance, bytes));
    case 'encoding':
      return inBytes(chance, files, [...of(markup), ...of(styles)], (bytes) =>
        mutateEncoding(chance, bytes.toString()),
      );
    case 'bytes':
      return inBytes(chance, files, [...files.keys()], (bytes) =>
        mutateBytes(chance, bytes, pickOptional(chance, other)?.bytes ?? bytes),
      );
    default:
      return null;
  }
}

function inText(
  chance: Random,
  files: Files,
  indexes: number[],
  mutate: (chance: Random, text: string) => [string, string],
): [BookFile[], string] | null {
  return inBytes(chance, files, indexes, (bytes) => {
    const [text, detail] = mutate(chance, bytes.toString());
    return [Buffer.from(text), detail];
  });
}

function inBytes(
  chance: Random,
  files: Files,
  indexes: number[],
  mutate: (bytes: Buffer) => [Buffer, string],
): [BookFile[], string] | null {
  const at = pickOptional(chance, indexes);
  const file = at === undefined ? undefined : files[at];
  if (at === undefined || !file) return null;
  const [bytes, detail] = mutate(file.bytes);
  return [files.with(at, { ...file, bytes }), `${file.path}: ${detail}`];
}

async function changeSet(
  chance: Random,
  files: Files,
  other: Files,
): Promise<[BookFile[], string]> {
  const at = randomBelow(chance, files.length);
  const file = files[at];
  if (!file) return [[...files], 'no file'];
  const how = pickWeighted(chance, {
    drop: 3,
    rename: 3,
    swap: 3,
    foreign: 3,
    order: 1,
    empty: 2,
    nested: 1,
    many: 1,
    mimetype: 1,
  });
  const description = `set: ${how} ${file.path}`;
  switch (how) {
    case 'drop':
      return [files.toSpliced(at, 1), description];
    case 'rename':
      return [files.with(at, { ...file, path: otherSpelling(chance, file.path) }), description];
    case 'swap': {
      const second = randomBelow(chance, files.length);
      const bytes = files[second]?.bytes ?? file.bytes;
      return [files.with(at, { ...file, bytes }), description];
    }
    case 'foreign':
      return [
        files.with(at, { ...file, bytes: pickOptional(chance, other)?.bytes ?? file.bytes }),
        description,
      ];
    case 'order':
      return [[...files.slice(at), ...files.slice(0, at)], description];
    case 'empty':
      return [files.with(at, { ...file, bytes: Buffer.alloc(0) }), description];
    case 'nested':
      return [
        [...files, { path: 'OEBPS/inner.epub', bytes: await pack([...files], true) }],
        description,
      ];
    case 'many': {
      const count = pick(chance, [100, 5000, 11_000]);
      const more = Array.from({ length: count }, (_, index) => ({
        path: `OEBPS/more/${index}`,
        bytes: Buffer.from('a'),
      }));
      return [[...files, ...more], `set: ${count} more`];
    }
    default:
      return [
        files.map((one) =>
          one.path === 'mimetype' ? { ...one, bytes: Buffer.from('text/plain') } : one,
        ),
        description,
      ];
  }
}

function otherSpelling(chance: Random, path: string): string {
  return pick(chance, [
    path.toUpperCase(),
    path.normalize('NFD'),
    `${path} `,
    `./${path}`,
    path.replace(/^.*\//, ''),
    encodeURI(path).replaceAll('.', '%2E'),
    `${path}\u202Etxt`,
    path.replace(/\.[^.]*$/, '.xyz'),
  ]);
}

/** Encodes text in an encoding that may differ from its declaration. */
function mutateEncoding(chance: Random, text: string): [Buffer, string] {
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
