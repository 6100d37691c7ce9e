import { toAnnotation } from './annotation.ts';
import { readAnnotation } from './read-annotation.ts';
import type { PendingWrite } from './steady-writes.ts';

/** `localStorage`, as far as it is needed; null while nothing may be kept. Any of it may throw. */
type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Changes that are not stored yet, kept over a visit. */
export function pendingWrites(book: string, storage: () => Storage | null) {
  const key = `svc-reader:marks:${book}`;
  return {
    read(nowIso: string): PendingWrite[] {
      try {
        const list: unknown = JSON.parse(storage()?.getItem(key) ?? '[]');
        return Array.isArray(list) ? list.flatMap((one) => readPending(one, nowIso) ?? []) : [];
      } catch {
        return [];
      }
    },
    keep(pending: readonly PendingWrite[]): void {
      try {
        if (pending.length > 0) storage()?.setItem(key, JSON.stringify(pending));
        else storage()?.removeItem(key);
      } catch {
        // Full or forbidden: the person is told that changes wait.
      }
    },
  };
}

function readPending(value: unknown, nowIso: string): PendingWrite | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  const { id } = value;
  if (typeof id !== 'string' || !('annotation' in value)) return null;
  if (value.annotation === null) return { id, annotation: null };
  const mark = readAnnotation(value.annotation, nowIso);
  return mark?.id === id ? { id, annotation: toAnnotation(mark) } : null;
}
