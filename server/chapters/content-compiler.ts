import { createHash } from 'node:crypto';
import type { Section } from '../epub/contract.ts';
import { Failure } from '../failure.ts';
import type { ChapterRow } from './store.ts';

/** Columns derived from a chapter's content. */
export type CompiledContent = Pick<
  ChapterRow,
  'content' | 'format' | 'section' | 'content_digest' | 'words' | 'length'
>;

/** @throws Failure `invalid_request` if the content cannot be compiled. */
export type ContentCompiler = (
  bookId: string,
  content: { content: string; format?: 'xhtml' | 'text' | undefined },
) => Promise<CompiledContent>;

export interface ContentCompilerOptions {
  compile: (source: {
    content: string;
    format: 'xhtml' | 'text';
    language: string;
  }) => Promise<Section>;
  /** The book's main language (BCP 47). */
  findLanguage: (bookId: string) => Promise<string>;
}

/** Returns a function that compiles content from its author into the chapter's columns. */
export function contentCompiler({
  compile,
  findLanguage,
}: ContentCompilerOptions): ContentCompiler {
  return async (bookId, { content, format = detectFormat(content) }) => {
    const language = await findLanguage(bookId);
    const section = await compile({ content, format, language }).catch(rethrowAsInvalidRequest);
    const { words, length } = section;
    const digest = createHash('sha256').update(`${format}\n${content}`).digest('hex');
    const compiled = { section: JSON.stringify(section), content_digest: digest };
    return { content, format, ...compiled, words, length };
  };
}

function detectFormat(content: string): 'xhtml' | 'text' {
  return /^\s*</.test(content) ? 'xhtml' : 'text';
}

/** Converts failures of the book compiler to errors in the request body. */
function rethrowAsInvalidRequest(error: unknown): never {
  if (!(error instanceof Failure)) throw error;
  throw new Failure('invalid_request', `/content: ${error.message}`, {
    errors: [{ pointer: '/content', detail: error.message }],
    reason: error.reason,
    cause: error,
  });
}
