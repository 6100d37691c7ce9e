import { toIsbn13 } from './isbn.ts';

interface Identifier {
  scheme: string;
  value: string;
}

const schemeNames: Record<string, string> = {
  isbn10: 'isbn',
  isbn13: 'isbn',
  'isbn-10': 'isbn',
  'isbn-13': 'isbn',
  url: 'uri',
};

/**
 * Splits an identifier into its scheme and bare value. An ISBN is reduced to its 13 digits, and one
 * with a wrong check digit gets the scheme `unknown`. Without a declared scheme, the form
 * (`urn:isbn:…`, `doi:…` or digits) determines it.
 */
export function parseIdentifier(text: string, declared: string | null): Identifier {
  const [, prefix, rest = text] =
    /^urn:([a-z0-9][a-z0-9-]*):(.+)$/i.exec(text) ??
    /^(isbn|doi|uuid|issn|asin|oclc|lccn|gutenberg):\s*(.+)$/i.exec(text) ??
    [];
  const named = (declared ?? prefix ?? schemeByForm(text)).toLowerCase();
  const scheme = schemeNames[named] ?? named;
  if (scheme === 'isbn') {
    const value = toIsbn13(rest);
    return value ? { scheme, value } : { scheme: 'unknown', value: rest };
  }
  if (scheme === 'doi')
    return { scheme, value: rest.replace(/^https?:\/\/(?:dx\.)?doi\.org\//i, '') };
  return { scheme, value: prefix?.toLowerCase() === named ? rest : text };
}

function schemeByForm(text: string): string {
  if (/^(?:https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\/\S+$/i.test(text)) return 'doi';
  if (/^https?:\/\//i.test(text)) return 'uri';
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return 'uuid';
  return toIsbn13(text) ? 'isbn' : 'unknown';
}
