import { quote } from '../container/entry-name.ts';
import type { PublicationMetadata, Section } from '../contract.ts';
import type { Warnings } from '../warnings.ts';
import { truncateValue } from './metadata-entries.ts';

/** Sources for metadata that the package does not state. */
export interface MetadataFallbacks {
  sections: readonly Section[];
  /** The book's title from outside the package, if any. */
  title: string | null;
  /** Hash of the book's content. */
  fingerprint: string;
}

/** Fills in missing required metadata, with one warning per value. */
export function completeMetadata(
  metadata: PublicationMetadata,
  { sections, title, fingerprint }: MetadataFallbacks,
  warnings: Warnings,
): PublicationMetadata {
  const complete = { ...metadata };
  if (metadata.title === '') {
    const found = title || sections.find((section) => section.title)?.title;
    complete.title = truncateValue(found) || 'Untitled';
    const message = `The package has no title. ${quote(complete.title)} was used.`;
    warnings.add('title_missing', message);
  }
  if (metadata.languages.length === 0) {
    const language = mainLanguage(sections);
    complete.languages = [language];
    const detail =
      language === 'und' ? '' : `. The language of its documents, ${language}, was used`;
    warnings.add('language_missing', `The package has no language${detail}.`);
  }
  if (metadata.identifier === '') {
    complete.identifier = `urn:uuid:${uuidFromHash(fingerprint)}`;
    const message = 'The package has no identifier. One was generated from the content.';
    warnings.add('identifier_missing', message);
  }
  return complete;
}

/** The language of most of the text. */
function mainLanguage(sections: readonly Section[]): string {
  const lengths = new Map<string, number>();
  for (const { language, length } of sections) {
    if (language !== 'und') lengths.set(language, (lengths.get(language) ?? 0) + length);
  }
  const [longest] = [...lengths].sort(([, one], [, other]) => other - one);
  return longest?.[0] ?? 'und';
}

/** A version 8 UUID (RFC 9562, section 5.8). Equal content has equal identifiers. */
function uuidFromHash(hash: string): string {
  const hex = `${hash.slice(0, 12)}8${hash.slice(13, 16)}8${hash.slice(17, 32)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
