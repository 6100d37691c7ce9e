import { createHash } from 'node:crypto';
import type { Section } from '../epub/contract.ts';
import { Failure } from '../failure.ts';
import type { ChapterRow } from './store.ts';

/** Columns derived from a chapter's content. */
export type CompiledContent = Pick<
  ChapterRow,
  'content' | 'format' | 'section' | 'content_digest' | 'words' | 'length'
>;

/** @throws Failure `invalid_request` for content that cannot be compiled. */
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
  /** BCP 47 tag of the book's main language. */
  findLanguage: (bookId: string) => Promise<string>;
}

/** Returns a function that compiles content as sent by its author into columns of the chapter. */
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
