import type { PublicationMetadata } from '../contract.ts';
import type { MetadataEntries, MetadataEntry } from './metadata-entries.ts';

/** A package that lists more than this wants to harm. */
const mostValues = 100;

/** What the package says of its accessibility (EPUB Accessibility 1.1, section 2); null: nothing. */
export function readAccessibility({ meta }: MetadataEntries): PublicationMetadata['accessibility'] {
  const accessibility = {
    conformsTo: valuesOf(meta('dcterms:conformsTo')),
    accessModes: valuesOf(meta('schema:accessMode')),
    features: valuesOf(meta('schema:accessibilityFeature')),
    hazards: valuesOf(meta('schema:accessibilityHazard')),
    summary: meta('schema:accessibilitySummary')[0]?.value || null,
  };
  const isSilent = Object.values(accessibility).every((value) => !value?.length);
  return isSilent ? null : accessibility;
}

function valuesOf(entries: MetadataEntry[]): string[] {
  return [...new Set(entries.map(({ value }) => value).filter(Boolean))].slice(0, mostValues);
}
