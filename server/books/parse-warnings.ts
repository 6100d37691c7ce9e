import type { BookWarning } from './contract.ts';

/** The faults that a version keeps; earlier releases kept them without the file's path. */
export function parseWarnings(json: string | null): BookWarning[] {
  const stored = json ? readWarnings(json) : [];
  return stored.map((warning) => ({ ...warning, path: warning.path ?? null }));
}

function readWarnings(json: string): (Omit<BookWarning, 'path'> & Partial<BookWarning>)[] {
  return JSON.parse(json);
}
