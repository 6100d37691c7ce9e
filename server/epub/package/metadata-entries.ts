import { attributeOf, childrenOf, OPF, textOf, type XmlElement, tokensOf } from '../xml/node.ts';

/** Vocabularies whose prefix needs no declaration (EPUB 3.3, appendix D.1.4). */
const reservedPrefixes: Record<string, string> = {
  'http://www.idpf.org/epub/vocab/package/a11y/#': 'a11y',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://id.loc.gov/vocabulary/': 'marc',
  'http://www.idpf.org/epub/vocab/overlays/#': 'media',
  'http://www.editeur.org/ONIX/book/codelists/current.html#': 'onix',
  'http://www.idpf.org/vocab/rendition/#': 'rendition',
  'http://schema.org/': 'schema',
  'https://schema.org/': 'schema',
  'http://www.w3.org/2001/XMLSchema#': 'xsd',
};

/** Maps the prefixes declared by a package document to the reserved ones. */
export class PropertyPrefixes {
  readonly #known = new Map<string, string>();

  /** @param declaration - Value of the package's `prefix` attribute: `name: URL` pairs. */
  constructor(declaration = '') {
    for (const [, name = '', address = ''] of declaration.matchAll(/(\S+?):\s+(\S+)/g)) {
      const known = reservedPrefixes[address];
      if (known !== undefined && known !== name) this.#known.set(name, known);
    }
  }

  /** Property name with the reserved prefix of its vocabulary, if there is one. */
  canonicalName(name: string): string {
    const [, prefix = '', rest = ''] = /^([^:]+):(.+)$/s.exec(name.trim()) ?? [];
    const known = this.#known.get(prefix);
    return known === undefined ? name.trim() : `${known}:${rest}`;
  }

  /** Canonical names of the properties in a space-separated attribute. */
  canonicalTokens(value: string | undefined): string[] {
    return tokensOf(value).map((token) => this.canonicalName(token));
  }
}
/**
 * Maximum length of a description. Longer text is not metadata and would be part of every book
 * list.
 */
const MAX_VALUE_LENGTH = 20_000;

const DUBLIN_CORE = 'http://purl.org/dc/elements/';

/**
 * A Dublin Core element or EPUB 3 `meta` with its refinements. Both EPUB versions have the same
 * structure here.
 */
export interface MetadataEntry {
  /** A Dublin Core name, such as `title` or `creator`, or the property of a `meta`. */
  name: string;
  value: string;
  id: string | null;
  element: XmlElement;
  /** Returns the first value of a refinement, or of the equivalent `opf:` attribute in EPUB 2. */
  refinement: (property: string) => string | undefined;
  /** Returns all values of a refinement. */
  refinements: (property: string) => string[];
}

export interface MetadataEntries {
  /** Dublin Core elements with a name, in document order. */
  dublinCore: (name: string) => MetadataEntry[];
  /** `meta` elements with a property (EPUB 3) or name (EPUB 2) that refine nothing. */
  meta: (property: string) => MetadataEntry[];
  /** Values of all `meta` elements with a property, including those that refine another element. */
  statements: (
    property: string,
  ) => { value: string; refinement: (name: string) => string | undefined }[];
  /** URLs of `link` elements with a relationship, including those that refine another element. */
  links: (relationship: string) => string[];
}

/** Reads the metadata of a package document. EPUB 2 may nest the elements one level deeper. */
export function readMetadataEntries(
  metadata: XmlElement | undefined,
  prefixes: PropertyPrefixes,
): MetadataEntries {
  const propertyOf = (element: XmlElement) => {
    const stated = attributeOf(element, 'property');
    return stated === undefined ? undefined : prefixes.canonicalName(stated);
  };
  const elements = metadata ? childElements(metadata) : [];
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
        truncateValue(attributeOf(element, property, OPF)) ??
        (legacyNames.has(property) ? truncateValue(attributeOf(element, property)) : undefined);
      return [
        ...(stated ?? []).map(({ value }) => value),
        ...(legacy === undefined ? [] : [legacy]),
      ];
    };
    const refinement = (property: string) => refinementsOf(property)[0];
    const shared = { id, element, refinement, refinements: refinementsOf };
    if (element.namespace.startsWith(DUBLIN_CORE)) {
      // Formats before EPUB 2 capitalize the names: `dc:Title`.
      addEntry(core, { name: element.name.toLowerCase(), value: valueOf(element), ...shared });
    } else if (element.name === 'meta' && attributeOf(element, 'refines') === undefined) {
      const property = propertyOf(element);
      const name = property ?? attributeOf(element, 'name');
      const value =
        property === undefined ? truncateValue(attributeOf(element, 'content')) : valueOf(element);
      if (name) addEntry(meta, { name, value: value?.trim() ?? '', ...shared });
    }
  }
  return {
    dublinCore: (name) => core.get(name) ?? [],
    meta: (property) => meta.get(property) ?? [],
    statements: (property) =>
      elements.flatMap((element) => {
        if (element.name !== 'meta' || propertyOf(element) !== property) return [];
        const own = refinements.get(attributeOf(element, 'id') ?? '') ?? [];
        return {
          value: valueOf(element),
          refinement: (name) => own.find((entry) => entry.property === name)?.value,
        };
      }),
    links: (relationship) =>
      elements.flatMap((element) => {
        const relationships = prefixes.canonicalTokens(attributeOf(element, 'rel'));
        if (element.name !== 'link' || !relationships.includes(relationship)) return [];
        return truncateValue(attributeOf(element, 'href')?.trim()) || [];
      }),
  };
}

/** EPUB 2 attributes that some books use without their prefix. */
const legacyNames = new Set(['role', 'file-as', 'scheme', 'event']);

function childElements(metadata: XmlElement): XmlElement[] {
  return childrenOf(metadata).flatMap((child) =>
    child.name === 'dc-metadata' || child.name === 'x-metadata' ? childrenOf(child) : [child],
  );
}

function valueOf(element: XmlElement): string {
  return truncateValue(textOf(element)) ?? '';
}

/** Truncates text to the maximum length for metadata without splitting a surrogate pair. */
export function truncateValue(text: string | undefined): string | undefined {
  return text?.slice(0, MAX_VALUE_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}

function addEntry(map: Map<string, MetadataEntry[]>, entry: MetadataEntry): void {
  if (entry.value === '') return;
  const list = map.get(entry.name) ?? [];
  list.push(entry);
  map.set(entry.name, list);
}
