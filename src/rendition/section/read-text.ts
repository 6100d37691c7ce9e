import type { TextIndex, TextRun } from './text-index.ts';

const blocks =
  'p, div, section, article, aside, header, footer, h1, h2, h3, h4, h5, h6, li, dt, dd, blockquote, ' +
  'figure, figcaption, pre, td, th, tr, table, ul, ol, dl';

/** The text between two offsets without ruby annotations, with a line break between paragraphs. */
export function readText(text: TextIndex, start: number, end: number): string {
  let read = '';
  let block: Element | null | undefined;
  for (const { node, start: at, from, to } of text.from(start)) {
    if (at >= end) break;
    const piece = node.data.slice(
      from + Math.max(0, start - at),
      Math.min(to, from + Math.max(0, end - at)),
    );
    if (piece === '' || isRubyText(node)) continue;
    const ownBlock = blockElementOf(node);
    if (block !== undefined && ownBlock !== block && !/\s$/.test(read) && !/^\s/.test(piece))
      read += '\n';
    block = ownBlock;
    read += piece;
  }
  return read;
}

/** The whole text with spaces in place of ruby annotations, which keeps offsets unchanged. */
export function textWithoutRuby(text: TextIndex): string {
  let read = '';
  for (const run of text.from(0)) read = read.padEnd(run.start) + withoutRuby(run);
  return read.padEnd(text.length);
}

/** Text of a run, or spaces if it is a ruby annotation. */
export function withoutRuby({ node, from, to }: TextRun): string {
  return isRubyText(node) ? ' '.repeat(to - from) : node.data.slice(from, to);
}

/** The block element that contains a text node. */
export function blockElementOf({ parentElement }: Text): Element | null {
  return parentElement?.closest(blocks) ?? null;
}

/** Whether a text node is a ruby annotation, which is not part of a quote. */
function isRubyText({ parentElement }: Text): boolean {
  return Boolean(parentElement?.closest('rt, rp'));
}
