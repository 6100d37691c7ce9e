import { tokensOf } from '../xml/node.ts';

/** Vocabularies whose prefix needs no declaration (EPUB 3.3, appendix D.1.4). */
const reserved: Record<string, string> = {
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

/** The prefixes of a package document: names of properties become those that everybody knows. */
export class Prefixes {
  readonly #known = new Map<string, string>();

  /** @param declaration - Value of the package's `prefix`: `name: address`, again and again. */
  constructor(declaration = '') {
    for (const [, name = '', address = ''] of declaration.matchAll(/(\S+?):\s+(\S+)/g)) {
      const known = reserved[address];
      if (known !== undefined && known !== name) this.#known.set(name, known);
    }
  }

  property(name: string): string {
    const [, prefix = '', rest = ''] = /^([^:]+):(.+)$/s.exec(name.trim()) ?? [];
    const known = this.#known.get(prefix);
    return known === undefined ? name.trim() : `${known}:${rest}`;
  }

  /** Properties of an attribute that lists some. */
  tokens(value: string | undefined): string[] {
    return tokensOf(value).map((token) => this.property(token));
  }
}
