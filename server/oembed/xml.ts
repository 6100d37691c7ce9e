import { escapeUTF8 } from 'entities';

/** Control characters that no XML document may have. */
const forbidden = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu;

/** A text between tags or quotes. */
export function text(value: string): string {
  return escapeUTF8(value.toWellFormed().replaceAll(forbidden, ''));
}

export function attribute(name: string, value: string): string {
  return ` ${name}="${text(value)}"`;
}
