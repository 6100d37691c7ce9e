import { quoted } from './container/entry-name.ts';
import type { Warning } from './contract.ts';
import { oneLine } from './one-line.ts';

/** More of one kind say nothing new, and a hostile book could make millions. */
const MOST_PER_CODE = 20;
/** Beyond, nobody asks how many there are; each is kept, so that none is counted twice. */
const MOST_COUNTED = 1000;
const LONGEST_MESSAGE = 300;

/** Collects what was wrong with a book without costing the book. The same fault is told once. */
export class Warnings {
  readonly #found = new Map<string, Map<string, Warning>>();

  /**
   * @param path - The file that is at fault, where one is.
   */
  add(code: string, text: string, path: string | null = null): void {
    const message = oneLine(text, LONGEST_MESSAGE);
    const found = this.#found.get(code) ?? new Map<string, Warning>();
    this.#found.set(code, found);
    if (found.has(message) || found.size === MOST_COUNTED) return;
    found.set(message, { code, message, path: shownPath(path) });
  }

  list(): Warning[] {
    return [...this.#found].flatMap(([code, found]) => {
      const told = [...found.values()].slice(0, MOST_PER_CODE);
      const left = found.size - told.length;
      const more = found.size === MOST_COUNTED ? 'or more' : 'more';
      const rest = { code, message: `And ${left} ${more} of this kind.`, path: null };
      return left > 0 ? [...told, rest] : told;
    });
  }
}

/** As messages name it, without the quotes. */
function shownPath(path: string | null): string | null {
  return path === null ? null : quoted(path).slice(1, -1);
}
