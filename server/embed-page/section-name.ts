import type { PageEmbed } from './contract.ts';

/** Returns the value of `chapter` in the URL of a section. */
export function sectionName(
  { readingOrder }: Pick<PageEmbed, 'readingOrder'>,
  index: number,
): number | string {
  return readingOrder[index]?.chapter?.id ?? index;
}
