import type { FacetKind, FacetValue } from './contract.ts';
import { Best } from './best.ts';
import type { DocumentTable } from './document-table.ts';
import type { FacetValues } from './facet-values.ts';

/** Of authors, subjects and publishers there are thousands; of languages few, and all are shown. */
const mostValues = { author: 50, subject: 50, publisher: 50, language: 1000 } satisfies Record<
  FacetKind,
  number
>;

/** How many of the rows have each value; the most frequent values first, equals by name. */
export function countFacets(
  kinds: FacetKind[],
  rows: Uint32Array,
  documents: DocumentTable,
  values: FacetValues,
): Partial<Record<FacetKind, FacetValue[]>> {
  if (kinds.length === 0) return {};
  const counts = new Uint32Array(values.size);
  const { facets } = documents;
  for (const row of rows) {
    const [from, to] = documents.facetRange(row);
    for (let at = from; at < to; at += 1) {
      const facet = facets[at] ?? 0;
      counts[facet] = (counts[facet] ?? 0) + 1;
    }
  }
  const best = new Map(
    kinds.map((kind) => [kind, new Best<FacetValue>(mostValues[kind], compare)]),
  );
  for (let facet = 0; facet < counts.length; facet += 1) {
    const count = counts[facet] ?? 0;
    const kind = count > 0 ? values.kind(facet) : undefined;
    const list = kind && best.get(kind);
    if (!list || (list.bar && count < list.bar.count)) continue;
    list.offer({ value: values.value(facet), count });
  }
  return Object.fromEntries([...best].map(([kind, list]) => [kind, list.sorted()]));
}

function compare(a: FacetValue, b: FacetValue): number {
  return b.count - a.count || (a.value < b.value ? -1 : 1);
}
