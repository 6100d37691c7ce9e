// Why a book is refused, as docs/import.md lists it.
import { refusals } from '../server/epub/refusals.ts';

/** @param table - Makes a table of Markdown. */
export function refusalTable(table) {
  const rows = Object.entries(refusals).map(([reason, { code, meaning, advice }]) => [
    `\`${reason}\``,
    `\`${code}\``,
    meaning,
    advice,
  ]);
  return table(['reason', 'code', 'what it is', 'what to do'], rows);
}
