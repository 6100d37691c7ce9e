import type { BookQuery } from '../contract.ts';
import type { Json } from './engine.ts';
import type { EngineOrder } from './retrieval.ts';

/** Sorts like an unknown date in the embedded index. */
const unknownDate = -0x80000000;

/** The order of a list, as in `sortOrder`; null for relevance. */
export function engineOrder({ sort, after }: BookQuery): EngineOrder | null {
  const key = keyOf(sort);
  if (!key) return null;
  const sorts = [key, { popularity: 'desc' }, { ordinal: sort === 'title' ? 'asc' : 'desc' }];
  if (!after) return { sort: sorts, after: null };
  const value = typeof after.key === 'number' ? -after.key : after.key;
  return { sort: sorts, after: [value, after.popularity, after.ordinal] };
}

function keyOf(sort: BookQuery['sort']): Json | null {
  switch (sort) {
    case 'relevance':
      return null;
    case 'title':
      return { sortTitle: { order: 'asc', missing: '_first' } };
    case '-popularity':
      return { popularity: 'desc' };
    case '-publishedAt':
      return { published: { order: 'desc', missing: unknownDate } };
    case '-updatedAt':
      return { updatedMs: 'desc' };
  }
}
