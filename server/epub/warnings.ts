import type { Warning } from './contract.ts';

/** More of one kind say nothing new, and a hostile book could make millions. */
const MOST_PER_CODE = 20;

/** Collects what was wrong with a book without costing the book. The same fault is told once. */
export class Warnings {
  readonly #messages = new Map<string, Set<string>>();
  readonly #left = new Map<string, number>();

  add(code: string, text: string): void {
    const message = text.length > 300 ? `${text.slice(0, 300)}…` : text;
    const messages = this.#messages.get(code) ?? new Set();
    this.#messages.set(code, messages);
    if (messages.has(message)) return;
    if (messages.size < MOST_PER_CODE) messages.add(message);
    else this.#left.set(code, (this.#left.get(code) ?? 0) + 1);
  }

  list(): Warning[] {
    return [...this.#messages].flatMap(([code, messages]) => {
      const left = this.#left.get(code) ?? 0;
      const told = left > 0 ? [...messages, `And ${left} more of this kind.`] : [...messages];
      return told.map((message) => ({ code, message }));
    });
  }
}
