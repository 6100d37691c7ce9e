import type { Tree } from '../../../server/epub/contract.ts';
import type { Passage } from './narrator.ts';
import { speakableBlocks, type SpeakableBlock } from './speakable-blocks.ts';
import { indexed } from '../../state/indexed.ts';

/** A sentence or a piece of a long sentence. */
export interface Sentence extends Passage {
  /** The spoken text. */
  text: string;
  /** Text offset of each code unit of `text`. */
  offsets: readonly number[];
}

/**
 * Maximum length of a piece in code units. Some voices stop after 15 seconds, which is enough for a
 * piece of this length.
 */
const maxPieceLength = 160;

/** Splits a section into sentences of its language. */
export function sentencesOf(tree: Tree, language: string): Sentence[] {
  const blocks = speakableBlocks(tree);
  const sentences: Sentence[] = [];
  const structures: (number | null)[] = [];
  for (const block of blocks) {
    for (const sentence of splitBlock(block, language)) {
      sentences.push(sentence);
      structures.push(block.structure);
    }
  }
  for (const [index, sentence] of indexed(sentences)) {
    const ownOffsets = structures[index] ?? null;
    if (ownOffsets === null) continue;
    const next = structures.findIndex((structure, at) => at > index && structure !== ownOffsets);
    sentence.escape = next === -1 ? sentences.length : next;
  }
  return sentences;
}

function splitBlock({ text, offsets, types }: SpeakableBlock, language: string): Sentence[] {
  const pieces: Sentence[] = [];
  let at = 0;
  for (const sentence of segmentsOf(text, language)) {
    for (const piece of shortPieces(sentence)) {
      const end = at + piece.length;
      const ownOffsets = offsets.slice(at, end);
      const start = ownOffsets[0];
      const last = ownOffsets.at(-1);
      at = end;
      if (start === undefined || last === undefined || !/[\p{L}\p{N}]/u.test(piece)) continue;
      pieces.push({ text: piece, offsets: ownOffsets, start, end: last + 1, types, escape: null });
    }
  }
  return pieces;
}

function segmentsOf(text: string, language: string): string[] {
  if (!('Segmenter' in Intl)) return [text];
  const segmenter = new Intl.Segmenter(localeOf(language), { granularity: 'sentence' });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** Splits a long sentence at punctuation, or at spaces if there is none. */
function shortPieces(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > maxPieceLength) {
    const start = rest.slice(0, maxPieceLength);
    const pauseEnd = Math.max(...[...start.matchAll(/[,;:—–、，；：]\s*/gu)].map(endOf), 0);
    const space = start.lastIndexOf(' ') + 1;
    const cut = pauseEnd > maxPieceLength / 3 ? pauseEnd : space > 0 ? space : maxPieceLength;
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...pieces, rest];
}

function endOf({ index, 0: found }: RegExpMatchArray): number {
  return (index ?? 0) + found.length;
}

function localeOf(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}
