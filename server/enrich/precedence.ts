import type { Provenance } from '../books/contract.ts';

/** Later sources give way to earlier ones. */
const order = [
  'manual',
  'onix',
  'epub',
  'catalogue',
  'opds',
  'openlibrary',
  'googlebooks',
  'text',
] as const satisfies Provenance['source'][];

/** Whether a value of `source` may take the place of one of `other`; of the same source, it may. */
export function mayReplace(source: Provenance['source'], other: Provenance['source']): boolean {
  return other !== 'manual' && order.indexOf(source) <= order.indexOf(other);
}
