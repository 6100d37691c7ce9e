import type { BookQuery, BookSearchPage, FacetKind, FacetValue } from '../contract.ts';
import { compareFacets, maxFacetValues } from '../facets.ts';
import type { Json } from './engine.ts';
import type { Facts } from './facts.ts';

const facetFields = {
  language: 'languages',
  subject: 'subjects',
  author: 'authors',
  publisher: 'publishers',
} satisfies Record<FacetKind, string>;

/** Up to this number, distinct works are counted almost exactly. */
const countedWorks = 40_000;
/**
 * Factor by which more values are requested than listed, because their order changes when works
 * instead of books are counted.
 */
const facetReserve = 3;

/** Returns a page with the counts of the whole result, of which only some books were read. */
export async function countedPage(
  facts: Facts,
  query: BookQuery,
  page: BookSearchPage,
  filter: Json[],
): Promise<BookSearchPage> {
  const { collapse, facets } = query;
  const works = page.hits.flatMap(({ ordinal }) => facts.books.get(ordinal)?.workId ?? []);
  const aggs: Json = {};
  for (const kind of facets) aggs[kind] = facetOf(kind, collapse);
  if (collapse) {
    aggs['works'] = { cardinality: { field: 'workId', precision_threshold: countedWorks } };
    if (works.length > 0)
      aggs['editions'] = { terms: { field: 'workId', include: works, size: works.length } };
  }
  const ask = () =>
    facts.answer('counts', () => ({
      index: 'books',
      body: { size: 0, track_total_hits: true, query: { bool: { filter } }, aggs },
      read: ({ hits, aggregations }) => ({ total: hits.total.value, aggregations }),
    }));
  if (!ask()) await facts.fetch();
  const { total, aggregations } = ask() as Json;
  const editionsByWork = new Map<string, number>(
    (aggregations?.editions?.buckets ?? []).map((one: Json) => [one.key, one.doc_count]),
  );
  return {
    ...page,
    total: collapse ? aggregations.works.value : total,
    facets: Object.fromEntries(
      facets.map((kind) => [kind, facetValues(kind, aggregations[kind].buckets)]),
    ),
    editions: collapse
      ? new Map(
          page.hits.map(({ ordinal }) => [
            ordinal,
            editionsByWork.get(facts.books.get(ordinal)?.workId ?? '') ?? 1,
          ]),
        )
      : page.editions,
  };
}

function facetOf(kind: FacetKind, collapse: boolean): Json {
  const field = facetFields[kind];
  const size = maxFacetValues[kind] * (collapse ? facetReserve : 1);
  if (!collapse) return { terms: { field, size } };
  return {
    terms: { field, size },
    aggs: { works: { cardinality: { field: 'workId', precision_threshold: 3000 } } },
  };
}

function facetValues(kind: FacetKind, buckets: Json[]): FacetValue[] {
  return buckets
    .map(({ key, doc_count: books, works }) => ({ value: key, count: works?.value ?? books }))
    .sort(compareFacets)
    .slice(0, maxFacetValues[kind]);
}
