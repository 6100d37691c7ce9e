import { Failure } from '../../failure.ts';
import type { Warnings } from '../warnings.ts';
import type { XmlDocument } from './node.ts';
import { parseLenient } from './parse-lenient.ts';
import { parseStrict } from './parse-strict.ts';

/**
 * Parses a file of the book. One that is not well-formed costs a warning and is read leniently;
 * null when not even an element can be found.
 *
 * @throws Failure `epub_unsafe` for one of more than a million nodes.
 */
export function parseDocument(
  text: string,
  path: string,
  language: 'html' | 'xml',
  warnings: Warnings,
): XmlDocument | null {
  try {
    return parseStrict(text, path);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const why = cause instanceof Error ? cause.message.replace(/\.$/, '') : 'unknown reason';
    warnings.add('not_well_formed', `“${path}” is not well-formed XML (${why}).`, path);
    return parseLenient(text, path, language);
  }
}
