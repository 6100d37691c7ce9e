import type { Section } from '../../server/epub/contract.ts';

/** Where an element begins in a section’s text; the start where there is none of that id, whatever it is. */
export function offsetOfId({ ids }: Pick<Section, 'ids'>, id: string): number {
  // An address may say `#constructor`, and every object has one.
  return Object.hasOwn(ids, id) ? (ids[id] ?? 0) : 0;
}
