import { quote } from '../container/entry-name.ts';
import type { PublicationMetadata, Section } from '../contract.ts';
import type { Warnings } from '../warnings.ts';
import { truncateValue } from './metadata-entries.ts';

/** Where what the package does not say can be found. */
export interface MetadataFallbacks {
  sections: readonly Section[];
  /** Title of the book outside of the package. */
  title: string | null;
  /** Hash over the book's content. */
  fingerprint: string;
}

/** The metadata with what every book must have; what is made up costs a warning each. */
export function completeMetadata(
  metadata: PublicationMetadata,
  { sections, title, fingerprint }: MetadataFallbacks,
  warnings: Warnings,
): PublicationMetadata {
  const complete = { ...metadata };
  if (metadata.title === '') {
    const found = title || sections.find((section) => section.title)?.title;
    complete.title = truncateValue(found) || 'Untitled';
    const message = `The package names no title; ${quote(complete.title)} was taken.`;
    warnings.add('title_missing', message);
  }
  if (metadata.languages.length === 0) {
    const language = mainLanguage(sections);
    complete.languages = [language];
    const taken = language === 'und' ? '' : `; ${language} was taken, as its documents say`;
    warnings.add('language_missing', `The package names no language${taken}.`);
  }
  if (metadata.identifier === '') {
    complete.identifier = `urn:uuid:${uuidFromHash(fingerprint)}`;
    const message = 'The package has no identifier; one was made from the content.';
    warnings.add('identifier_missing', message);
  }
  return complete;
}

/** That of most of the text. */
function mainLanguage(sections: readonly Section[]): string {
  const lengths = new Map<string, number>();
  for (const { language, length } of sections) {
    if (language !== 'und') lengths.set(language, (lengths.get(language) ?? 0) + length);
  }
  const [most] = [...lengths].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? 'und';
}

/** A UUID of version 8 (RFC 9562, section 5.8): the same for the same content. */
function uuidFromHash(hash: string): string {
  const hex = `${hash.slice(0, 12)}8${hash.slice(13, 16)}8${hash.slice(17, 32)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
