/**
 * The pieces of a text that may be read, when not all of it: first and last index in the reading
 * order of each, rising. `end` is the character offset at which the very last section is cut; null
 * when it is whole. No pieces: nothing may be read.
 */
export interface Licence {
  pieces: [first: number, last: number][];
  end: number | null;
}

/** Whether any of a section may be read; null licenses all. */
export function isLicensed(licence: Licence | null, section: number): boolean {
  return !licence || licence.pieces.some(([first, last]) => section >= first && section <= last);
}

/** Where a licensed section is cut; null when it is whole. */
export function endOf(licence: Licence | null, section: number): number | null {
  return licence && licence.end !== null && licence.pieces.at(-1)?.[1] === section
    ? licence.end
    : null;
}

/** Whether the text from an offset on may be read. */
export function isPlaceLicensed(
  licence: Licence | null,
  { section, offset }: { section: number; offset: number },
): boolean {
  const end = endOf(licence, section);
  return isLicensed(licence, section) && (end === null || offset < end);
}

/** Every licensed section, rising. */
export function licensedSections({ pieces }: Licence): number[] {
  return pieces.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, step) => first + step),
  );
}

/** A licence as short as it can be, fit for an address: `0-3.5_2048`. */
export function writeLicence({ pieces, end }: Licence): string {
  const list = pieces.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  return list.join('.') + (end === null ? '' : `_${end}`);
}

/** What `writeLicence` wrote. Only for what is known to be ours: it checks nothing. */
export function readLicence(text: string): Licence {
  const [list = '', end] = text.split('_');
  const pieces = list.split('.').flatMap((piece): [number, number][] => {
    const [first, last = first] = piece.split('-');
    return piece === '' ? [] : [[Number(first), Number(last)]];
  });
  return { pieces, end: end === undefined ? null : Number(end) };
}

/** Runs of sections that follow each other, as pieces. */
export function piecesOf(sections: number[]): [number, number][] {
  const pieces: [number, number][] = [];
  for (const section of sections) {
    const piece = pieces.at(-1);
    if (piece && piece[1] === section - 1) piece[1] = section;
    else pieces.push([section, section]);
  }
  return pieces;
}
