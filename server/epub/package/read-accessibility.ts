import type { PublicationMetadata } from '../contract.ts';
import type { MetadataEntries } from './metadata-entries.ts';

/** Limits the number of values. Far more than any real package contains. */
const maxValues = 100;

type Accessibility = NonNullable<PublicationMetadata['accessibility']>;

/**
 * Reads the accessibility metadata of a package (EPUB Accessibility 1.1, sections 2 and 3.5), from
 * `meta` elements of both EPUB versions and from `link` elements. Returns null if there is none.
 */
export function readAccessibility(entries: MetadataEntries): PublicationMetadata['accessibility'] {
  const { meta, statements, links } = entries;
  const claims = meta('dcterms:conformsTo');
  const [certifier] = statements('a11y:certifiedBy');
  const stated = (property: string) =>
    firstOf([...valuesOf(meta(property)), ...valuesOf(statements(property)), ...links(property)]);
  const report = stated('a11y:certifierReport');
  const accessibility: Accessibility = {
    conformsTo: distinctValues([...valuesOf(claims), ...links('dcterms:conformsTo')]),
    accessModes: distinctValues(valuesOf(meta('schema:accessMode'))),
    features: distinctValues(valuesOf(meta('schema:accessibilityFeature'))),
    hazards: distinctValues(valuesOf(meta('schema:accessibilityHazard'))),
    summary: firstOf(valuesOf(meta('schema:accessibilitySummary'))),
    accessModesSufficient: distinctValues(valuesOf(meta('schema:accessModeSufficient'))),
    certifiedBy: stated('a11y:certifiedBy'),
    certifierCredential: stated('a11y:certifierCredential'),
    certifierReport: report !== null && /^https?:\/\//i.test(report) ? report : null,
    certifiedAt: firstOf([
      certifier?.refinement('dcterms:date') ?? '',
      ...claims.flatMap(({ refinements }) => refinements('dcterms:date')),
    ]),
    exemptions: distinctValues(valuesOf(meta('a11y:exemption'))),
  };
  const isEmpty = Object.values(accessibility).every((value) => !value?.length);
  return isEmpty ? null : accessibility;
}

function valuesOf(entries: readonly { value: string }[]): string[] {
  return entries.map(({ value }) => value);
}

function distinctValues(values: readonly string[]): string[] {
  return [...new Set(values.map((value) => value.trim()).filter(Boolean))].slice(0, maxValues);
}

function firstOf(values: readonly string[]): string | null {
  return values.map((value) => value.trim()).find(Boolean) ?? null;
}
