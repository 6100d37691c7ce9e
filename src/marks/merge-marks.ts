import { foldText } from './fold-text.ts';
import type { Mark } from './mark.ts';

/**
 * What of the incoming marks is new or newer. The same mark is known by its id, or by what it says of
 * which words.
 */
export function newerMarks(known: readonly Mark[], incoming: readonly Mark[]): Mark[] {
  const byId = new Map(known.map((mark) => [mark.id, mark]));
  const byContent = new Set(known.map(contentOf));
  const taken = new Map<string, Mark>();
  for (const mark of incoming) {
    const same = taken.get(mark.id) ?? byId.get(mark.id);
    if (same ? same.updatedAt >= mark.updatedAt : byContent.has(contentOf(mark))) continue;
    taken.set(mark.id, mark);
    byContent.add(contentOf(mark));
  }
  return [...taken.values()];
}

function contentOf({ kind, href, start, quote, note }: Mark): string {
  const words = foldText(quote.exact).text;
  return JSON.stringify([kind, href, words, foldText(quote.prefix).text, words ? '' : start, note]);
}
