import { quoted } from './container/entry-name.ts';
import type { Warning } from './contract.ts';
import { oneLine } from './one-line.ts';

/** More of one kind say nothing new, and a hostile book could make millions. */
const MOST_PER_CODE = 20;
const LONGEST_MESSAGE = 300;

/** Collects what was wrong with a book without costing the book. The same fault is told once. */
export class Warnings {
  readonly #found = new Map<string, Map<string, Warning>>();
  readonly #left = new Map<string, number>();

  /**
   * @param path - The file that is at fault, where one is.
   */
  add(code: string, text: string, path: string | null = null): void {
    const message = oneLine(text, LONGEST_MESSAGE);
    const found = this.#found.get(code) ?? new Map<string, Warning>();
    this.#found.set(code, found);
    if (found.has(message)) return;
    if (found.size < MOST_PER_CODE) found.set(message, { code, message, path: shownPath(path) });
    else this.#left.set(code, (this.#left.get(code) ?? 0) + 1);
  }

  list(): Warning[] {
    return [...this.#found].flatMap(([code, found]) => {
      const left = this.#left.get(code) ?? 0;
      const rest = { code, message: `And ${left} more of this kind.`, path: null };
      return left > 0 ? [...found.values(), rest] : [...found.values()];
    });
  }
}

/** As messages name it, without the quotes. */
function shownPath(path: string | null): string | null {
  return path === null ? null : quoted(path).slice(1, -1);
}
