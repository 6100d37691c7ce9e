import { quote } from './container/entry-name.ts';
import type { Warning } from './contract.ts';
import { toOneLine } from './message-text.ts';

/**
 * Limit for warnings of one kind. More of them add no information, and a malicious book could cause
 * millions.
 */
const MAX_PER_CODE = 20;
/** Limit for counting. All counted warnings are stored to detect duplicates. */
const MAX_COUNTED = 1000;
const MAX_MESSAGE_LENGTH = 300;

/** Collects problems that do not prevent reading. Drops duplicates. */
export class Warnings {
  readonly #found = new Map<string, Map<string, Warning>>();

  /**
   * @param path - The affected file, if any.
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
      const listed = [...found.values()].slice(0, MAX_PER_CODE);
      const omitted = found.size - listed.length;
      const more = found.size === MAX_COUNTED ? 'or more' : 'more';
      const summary = {
        code,
        message: `${omitted} ${more} warnings of this kind were omitted.`,
        path: null,
      };
      return omitted > 0 ? [...listed, summary] : listed;
    });
  }
}

/** Path as formatted in messages, without the quotes. */
function toMessagePath(path: string | null): string | null {
  return path === null ? null : quote(path).slice(1, -1);
}
