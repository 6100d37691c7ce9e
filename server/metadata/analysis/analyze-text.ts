import type { Provenance } from '../../books/contract.ts';
import type { BookMetadata } from '../../books/stored-book.ts';
import type { Publication, Tree } from '../../epub/contract.ts';
import { detectLanguage, isSimilarLanguage } from './detect-language.ts';
import { lixScore, estimateReadingMinutes } from './text-statistics.ts';

const blockElements =
  /^(?:address|article|aside|blockquote|br|caption|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul)$/;

/** Ruby annotations, formulas, SVG and code contain no sentences. */
const skippedElements = /^(?:rt|rp|math|svg|code|pre|script|style)$/;
/** Results of analyzing a book's text. */
export interface TextAnalysis {
  values: Pick<BookMetadata, 'languages' | 'languageOfText' | 'readability' | 'readingMinutes'>;
  wordCount: number;
  provenance: Record<string, Provenance>;
}

/**
 * Analyzes a book's text. Languages stated by the package take precedence over the detected
 * language.
 */
export function analyzeText(publication: Publication, now: Date): TextAnalysis {
  const { metadata, sections, readingOrder } = publication;
  const text = sections.map(({ tree }) => proseOfSection(tree)).join('\n');
  const words = readingOrder.reduce((sum, section) => sum + section.words, 0);
  const stated = metadata.languages.filter((tag) => tag !== 'und');
  const detected = detectLanguage(text);
  const contradicts =
    detected !== null &&
    stated.length > 0 &&
    !stated.some((tag) => isSimilarLanguage(tag, detected.language));
  const textProvenance = (confidence: number): Provenance => ({
    source: 'text',
    fetchedAt: now.toISOString(),
    confidence,
  });
  return {
    values: {
      languages: stated.length === 0 && detected ? [detected.language] : metadata.languages,
      languageOfText: contradicts ? detected.language : null,
      readability: lixScore(text),
      readingMinutes: words === 0 ? null : estimateReadingMinutes(text, words),
    },
    wordCount: words,
    provenance: {
      wordCount: textProvenance(1),
      readingMinutes: textProvenance(1),
      readability: textProvenance(1),
      ...(stated.length === 0 && detected
        ? { languages: textProvenance(detected.confidence) }
        : {}),
      ...(contradicts ? { languageOfText: textProvenance(detected.confidence) } : {}),
    },
  };
}

/**
 * Returns the prose of a compiled section with one line per block, without content that is not
 * prose.
 */
export function proseOfSection(tree: Tree): string {
  const parts: string[] = [];
  collectText(tree, parts);
  return parts.join('');
}

function collectText(tree: Tree, parts: string[]): void {
  if (typeof tree === 'string') {
    parts.push(tree);
    return;
  }
  const [tag, , ...children] = tree;
  if (skippedElements.test(tag)) return;
  for (const child of children) collectText(child, parts);
  if (blockElements.test(tag)) parts.push('\n');
}
