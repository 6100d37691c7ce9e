import type { TextIndex } from './text-index.ts';

const blocks =
  'p, div, section, article, aside, header, footer, h1, h2, h3, h4, h5, h6, li, dt, dd, blockquote, ' +
  'figure, figcaption, pre, td, th, tr, table, ul, ol, dl';

/** What stands between two text offsets as a person reads it: with a new line between paragraphs. */
export function readText(text: TextIndex, start: number, end: number): string {
  let read = '';
  let block: Element | null | undefined;
  for (const { node, start: at } of text.from(start)) {
    if (at >= end) break;
    const piece = node.data.slice(Math.max(0, start - at), Math.max(0, end - at));
    if (piece === '' || isRubyText(node)) continue;
    const own = blockElementOf(node);
    if (block !== undefined && own !== block && !/\s$/.test(read) && !/^\s/.test(piece))
      read += '\n';
    block = own;
    read += piece;
  }
  return read;
}

/** The whole text, offsets kept, without the readings of ruby: in their place are spaces. */
export function textWithoutRuby(text: TextIndex): string {
  let read = '';
  for (const { node, start } of text.from(0)) {
    read = read.padEnd(start) + (isRubyText(node) ? ' '.repeat(node.length) : node.data);
  }
  return read.padEnd(text.length);
}

/** The paragraph, or the like, that a text stands in. */
export function blockElementOf({ parentElement }: Text): Element | null {
  return parentElement?.closest(blocks) ?? null;
}

/** What stands above a word is not a part of what is quoted. */
export function isRubyText({ parentElement }: Text): boolean {
  return Boolean(parentElement?.closest('rt, rp'));
}
