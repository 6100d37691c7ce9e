import { attributeOf, childrenOf, OPF, textOf, type XmlElement } from '../xml/node.ts';
import type { Prefixes } from './prefixes.ts';

/** Of a description; what is longer is no metadata, and every list of books would carry it. */
const LONGEST_VALUE = 20_000;

const DUBLIN_CORE = 'http://purl.org/dc/elements/';

/** A Dublin Core element or an EPUB 3 `meta`, with what refines it: one shape for both versions. */
export interface MetadataEntry {
  /** `title`, `creator`… for Dublin Core, the property's name for a `meta`. */
  name: string;
  value: string;
  id: string | null;
  element: XmlElement;
  /** First value of a refinement or of the `opf:` attribute of EPUB 2 that means the same. */
  refined: (property: string) => string | undefined;
  /** All values of a refinement. */
  refinements: (property: string) => string[];
}

export interface MetadataEntries {
  /** Dublin Core elements of a name, in the order of the book. */
  core: (name: string) => MetadataEntry[];
  /** `meta` elements of a property (EPUB 3) or a name (EPUB 2) that refine nothing. */
  meta: (property: string) => MetadataEntry[];
}

/** Reads the metadata of a package document; EPUB 2 may wrap its elements once more. */
export function readMetadataEntries(
  metadata: XmlElement | undefined,
  prefixes: Prefixes,
): MetadataEntries {
  const propertyOf = (element: XmlElement) => {
    const stated = attributeOf(element, 'property');
    return stated === undefined ? undefined : prefixes.property(stated);
  };
  const elements = metadata ? flatten(metadata) : [];
  const refinements = new Map<string, { property: string; value: string; scheme?: string }[]>();
  for (const element of elements) {
    const target = attributeOf(element, 'refines')?.trim().replace(/^#/, '');
    const property = propertyOf(element);
    if (!target || !property) continue;
    const list = refinements.get(target) ?? [];
    list.push({ property, value: valueOf(element), scheme: attributeOf(element, 'scheme') });
    refinements.set(target, list);
  }

  const core = new Map<string, MetadataEntry[]>();
  const meta = new Map<string, MetadataEntry[]>();
  for (const element of elements) {
    const id = attributeOf(element, 'id') ?? null;
    const refinementsOf = (property: string) => {
      const stated = refinements.get(id ?? '')?.filter((entry) => entry.property === property);
      const legacy =
        shortened(attributeOf(element, property, OPF)) ??
        (legacyNames.has(property) ? shortened(attributeOf(element, property)) : undefined);
      return [
        ...(stated ?? []).map(({ value }) => value),
        ...(legacy === undefined ? [] : [legacy]),
      ];
    };
    const refined = (property: string) => refinementsOf(property)[0];
    const reading = { id, element, refined, refinements: refinementsOf };
    if (element.namespace.startsWith(DUBLIN_CORE)) {
      // Before EPUB 2 they were written with a capital: `dc:Title`.
      append(core, { name: element.name.toLowerCase(), value: valueOf(element), ...reading });
    } else if (element.name === 'meta' && attributeOf(element, 'refines') === undefined) {
      const property = propertyOf(element);
      const name = property ?? attributeOf(element, 'name');
      const value =
        property === undefined ? shortened(attributeOf(element, 'content')) : valueOf(element);
      if (name) append(meta, { name, value: value?.trim() ?? '', ...reading });
    }
  }
  return { core: (name) => core.get(name) ?? [], meta: (property) => meta.get(property) ?? [] };
}

/** Attributes that careless books write without their prefix. */
const legacyNames = new Set(['role', 'file-as', 'scheme', 'event']);

function flatten(metadata: XmlElement): XmlElement[] {
  return childrenOf(metadata).flatMap((child) =>
    child.name === 'dc-metadata' || child.name === 'x-metadata' ? childrenOf(child) : [child],
  );
}

function valueOf(element: XmlElement): string {
  return shortened(textOf(element)) ?? '';
}

/** Text that metadata may have: cut where it is longer, between two characters. */
export function shortened(text: string | undefined): string | undefined {
  return text?.slice(0, LONGEST_VALUE).replace(/[\uD800-\uDBFF]$/, '');
}

function append(map: Map<string, MetadataEntry[]>, entry: MetadataEntry): void {
  if (entry.value === '') return;
  const list = map.get(entry.name) ?? [];
  list.push(entry);
  map.set(entry.name, list);
}
