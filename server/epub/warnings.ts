import { quote } from './container/entry-name.ts';
import type { Warning } from './contract.ts';
import { toOneLine } from './message-text.ts';

/** More of one kind say nothing new, and a hostile book could make millions. */
const MAX_PER_CODE = 20;
/** Beyond, nobody asks how many there are; each is kept, so that none is counted twice. */
const MAX_COUNTED = 1000;
const MAX_MESSAGE_LENGTH = 300;

/** Collects what was wrong with a book without costing the book. The same fault is told once. */
export class Warnings {
  readonly #found = new Map<string, Map<string, Warning>>();

  /**
   * @param path - The file that is at fault, where one is.
   */
  add(code: string, text: string, path: string | null = null): void {
    const message = toOneLine(text, MAX_MESSAGE_LENGTH);
    const found = this.#found.get(code) ?? new Map<string, Warning>();
    this.#found.set(code, found);
    if (found.has(message) || found.size === MAX_COUNTED) return;
    found.set(message, { code, message, path: toMessagePath(path) });
  }

  list(): Warning[] {
    return [...this.#found].flatMap(([code, found]) => {
      const told = [...found.values()].slice(0, MAX_PER_CODE);
      const left = found.size - told.length;
      const more = found.size === MAX_COUNTED ? 'or more' : 'more';
      const rest = { code, message: `And ${left} ${more} of this kind.`, path: null };
      return left > 0 ? [...told, rest] : told;
    });
  }
}

/** As messages name it, without the quotes. */
function toMessagePath(path: string | null): string | null {
  return path === null ? null : quote(path).slice(1, -1);
}
