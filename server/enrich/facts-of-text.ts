import type { Provenance } from '../books/contract.ts';
import type { BookMetadata } from '../books/stored-book.ts';
import type { Publication } from '../epub/contract.ts';
import { detectLanguage, isSameLanguage } from './detect-language.ts';
import { readability } from './readability.ts';
import { readingMinutes } from './reading-minutes.ts';
import { sectionText } from './section-text.ts';

/** What a book's own text tells. */
export interface TextFacts {
  values: Pick<BookMetadata, 'languages' | 'languageOfText' | 'readability' | 'readingMinutes'>;
  wordCount: number;
  provenance: Record<string, Provenance>;
}

/** Reads what only the text can tell. The package's languages stand, whatever it reads as. */
export function factsOfText(publication: Publication, now: Date): TextFacts {
  const { metadata, sections, readingOrder } = publication;
  const text = sections.map(({ tree }) => sectionText(tree)).join('\n');
  const words = readingOrder.reduce((sum, section) => sum + section.words, 0);
  const stated = metadata.languages.filter((tag) => tag !== 'und');
  const detected = detectLanguage(text);
  const contradicts =
    detected !== null &&
    stated.length > 0 &&
    !stated.some((tag) => isSameLanguage(tag, detected.language));
  const fromText = (confidence: number): Provenance => ({
    source: 'text',
    fetchedAt: now.toISOString(),
    confidence,
  });
  return {
    values: {
      languages: stated.length === 0 && detected ? [detected.language] : metadata.languages,
      languageOfText: contradicts ? detected.language : null,
      readability: readability(text),
      readingMinutes: words === 0 ? null : readingMinutes(text, words),
    },
    wordCount: words,
    provenance: {
      wordCount: fromText(1),
      readingMinutes: fromText(1),
      readability: fromText(1),
      ...(stated.length === 0 && detected ? { languages: fromText(detected.confidence) } : {}),
      ...(contradicts ? { languageOfText: fromText(detected.confidence) } : {}),
    },
  };
}
