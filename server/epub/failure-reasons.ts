import { Failure, type FailureCode } from '../failure.ts';

interface FailureReasonInfo {
  code: Extract<FailureCode, `epub_${string}`>;
  meaning: string;
  advice: string;
}

const downloadAgain = 'Download it again, or export it again.';
const requestEpub = 'Ask for the book as an EPUB file.';
const exportAgain = 'Export the book as EPUB again.';
const reduceSize = 'Split the file, or reduce its size.';

/**
 * Every reason for rejecting a book, in the order of the checks. The messages are published in
 * `docs/reference/import-errors.md`.
 */
export const epubFailureReasons = {
  file_empty: {
    code: 'epub_invalid',
    meaning: 'the file is empty',
    advice: downloadAgain,
  },
  file_of_another_kind: {
    code: 'epub_invalid',
    meaning: 'the file is a PDF, a Kindle book, a RAR archive or an image',
    advice: requestEpub,
  },
  zip_missing: {
    code: 'epub_invalid',
    meaning: 'the file is not a zip file',
    advice: requestEpub,
  },
  zip_damaged: {
    code: 'epub_invalid',
    meaning: 'the end or the directory of the zip file is missing or damaged',
    advice: downloadAgain,
  },
  zip_too_many_entries: {
    code: 'epub_unsafe',
    meaning: 'the zip file contains more than 10,000 files and folders',
    advice: 'Remove unused files.',
  },
  zip_name_encoding: {
    code: 'epub_invalid',
    meaning: 'a file name is not in UTF-8, so references to the file cannot be resolved',
    advice: 'Export the book again with file names in UTF-8.',
  },
  zip_unsafe_name: {
    code: 'epub_unsafe',
    meaning:
      'a file name is empty, longer than 1,024 characters or absolute, or contains `..`, a backslash, a drive letter or control characters',
    advice: 'Rename the file.',
  },
  zip_duplicate_name: {
    code: 'epub_unsafe',
    meaning: 'two files have the same name, so it is ambiguous which belongs to the book',
    advice: 'Remove one of them.',
  },
  zip_symlink: {
    code: 'epub_unsafe',
    meaning: 'an entry is a symbolic link',
    advice: 'Replace it with the file itself.',
  },
  zip_encrypted: {
    code: 'epub_encrypted',
    meaning: 'the zip file is password-protected',
    advice: 'Create the zip file without a password.',
  },
  zip_entry_too_large: {
    code: 'epub_unsafe',
    meaning: 'a single file unpacks to more than 1 GB',
    advice: reduceSize,
  },
  zip_total_too_large: {
    code: 'epub_unsafe',
    meaning: 'the files unpack to more than 1 GB in total',
    advice: reduceSize,
  },
  zip_ratio: {
    code: 'epub_unsafe',
    meaning:
      'a file above 1 MiB, or the whole archive, unpacks to more than 100 times its compressed size',
    advice: 'Remove highly repetitive content.',
  },
  zip_nested: {
    code: 'epub_invalid',
    meaning: 'the zip file is not a book but contains one (nested archives are never opened)',
    advice: 'Unpack it and import the file inside.',
  },
  zip_several_books: {
    code: 'epub_invalid',
    meaning: 'the zip file contains several books in folders',
    advice: 'Import each book separately.',
  },
  container_missing: {
    code: 'epub_invalid',
    meaning: 'the zip file has no `META-INF/container.xml`',
    advice: requestEpub,
  },
  package_missing: {
    code: 'epub_invalid',
    meaning: 'no package document exists: the container lists none, and there is no `.opf` file',
    advice: exportAgain,
  },
  package_unreadable: {
    code: 'epub_invalid',
    meaning: 'the package document has no `package` element, even with lenient parsing',
    advice: exportAgain,
  },
  file_damaged: {
    code: 'epub_invalid',
    meaning: 'a required file cannot be unpacked',
    advice: downloadAgain,
  },
  drm: {
    code: 'epub_encrypted',
    meaning:
      'the package or a content document is protected with DRM: Readium LCP, Adobe, Apple or another',
    advice: 'Ask its publisher for a file without DRM.',
  },
  spine_empty: {
    code: 'epub_invalid',
    meaning: 'neither the spine nor the manifest lists a document that can be shown',
    advice: exportAgain,
  },
  text_damaged: {
    code: 'epub_invalid',
    meaning: 'none of the content documents can be unpacked',
    advice: downloadAgain,
  },
  text_too_large: {
    code: 'epub_unsafe',
    meaning: 'a text or style file is larger than 32 MB',
    advice: reduceSize,
  },
  xml_too_deep: {
    code: 'epub_unsafe',
    meaning: 'elements are nested more than 1,000 levels deep',
    advice: 'Flatten the markup.',
  },
  xml_too_many_nodes: {
    code: 'epub_unsafe',
    meaning: 'a file has more than a million elements and text nodes',
    advice: reduceSize,
  },
  book_too_many_nodes: {
    code: 'epub_unsafe',
    meaning: 'the documents have more than four million elements and text nodes in total',
    advice: reduceSize,
  },
  resources_too_large: {
    code: 'epub_unsafe',
    meaning: 'images, fonts and media unpack to over 256 MB more than the size of the file',
    advice: reduceSize,
  },
  compiler_out_of_time: {
    code: 'epub_unsafe',
    meaning: 'compiling takes more than one minute of CPU time',
    advice: reduceSize,
  },
  compiler_stalled: {
    code: 'epub_unsafe',
    meaning: 'compiling takes more than five minutes',
    advice: 'Import it again. If that fails, report the file.',
  },
  compiler_out_of_memory: {
    code: 'epub_unsafe',
    meaning: 'compiling exceeds the memory limit for one book',
    advice: reduceSize,
  },
  compiler_crashed: {
    code: 'epub_unsafe',
    meaning: 'the compiler process crashed, usually while decoding an image',
    advice: 'Save its images again, and report the file.',
  },
  chapter_empty: {
    code: 'epub_invalid',
    meaning: 'the submitted chapter has no text',
    advice: 'Submit a chapter with text.',
  },
} as const satisfies Record<string, FailureReasonInfo>;

/** Reason for rejecting a file. As stable as failure codes. */
export type EpubFailureReason = keyof typeof epubFailureReasons;

/** @param message - One line that names the affected file or item. */
export function epubFailure(reason: EpubFailureReason, message: string, cause?: unknown): Failure {
  return new Failure(epubFailureReasons[reason].code, message, { reason, cause });
}
