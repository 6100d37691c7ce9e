import { Failure, type FailureCode } from '../failure.ts';

interface FailureReasonInfo {
  code: Extract<FailureCode, `epub_${string}`>;
  meaning: string;
  advice: string;
}

const again = 'Download it again, or export it again.';
const asEpub = 'Ask for the book as an EPUB file.';
const cleanExport = 'Export the book again as EPUB.';
const smaller = 'Divide what is that large, or make it smaller.';

/** Every reason for which a book is not taken, in the order in which a file is looked at. */
export const epubFailureReasons = {
  file_empty: {
    code: 'epub_invalid',
    meaning: 'the file has no bytes',
    advice: again,
  },
  file_of_another_kind: {
    code: 'epub_invalid',
    meaning: 'it is a PDF, a Kindle book, a RAR archive or a picture',
    advice: asEpub,
  },
  zip_missing: {
    code: 'epub_invalid',
    meaning: 'it is no zip file, which every EPUB is',
    advice: asEpub,
  },
  zip_damaged: {
    code: 'epub_invalid',
    meaning: 'the zip file’s end or its directory is missing or broken',
    advice: again,
  },
  zip_too_many_entries: {
    code: 'epub_unsafe',
    meaning: 'more than 10,000 files and folders',
    advice: 'Remove what the book does not use.',
  },
  zip_name_encoding: {
    code: 'epub_invalid',
    meaning: 'a file’s name is not in UTF-8, so that nothing can find the file',
    advice: 'Export the book again with file names in UTF-8.',
  },
  zip_unsafe_name: {
    code: 'epub_unsafe',
    meaning:
      'a file’s name is empty, over 1,024 characters, absolute, leads upward by `..`, or has a backslash, a drive letter or control characters',
    advice: 'Rename the file.',
  },
  zip_duplicate_name: {
    code: 'epub_unsafe',
    meaning: 'two files of one name: programs would not agree which is the book’s',
    advice: 'Remove one of them.',
  },
  zip_symlink: {
    code: 'epub_unsafe',
    meaning: 'an entry is a symbolic link',
    advice: 'Put the file itself in its place.',
  },
  zip_encrypted: {
    code: 'epub_encrypted',
    meaning: 'the zip file is locked with a password',
    advice: 'Zip it without one.',
  },
  zip_entry_too_large: {
    code: 'epub_unsafe',
    meaning: 'one file unpacks to more than 1 GB',
    advice: smaller,
  },
  zip_total_too_large: {
    code: 'epub_unsafe',
    meaning: 'all files together unpack to more than 1 GB',
    advice: smaller,
  },
  zip_ratio: {
    code: 'epub_unsafe',
    meaning:
      'a file of more than 1 MiB, or the whole, unpacks to more than a hundred times its size',
    advice: 'Remove what repeats without an end.',
  },
  zip_nested: {
    code: 'epub_invalid',
    meaning: 'the zip file is no book, but holds one: an archive in an archive is never opened',
    advice: 'Unpack it and import what is inside.',
  },
  zip_several_books: {
    code: 'epub_invalid',
    meaning: 'more than one folder of the zip file is a book',
    advice: 'Import each on its own.',
  },
  container_missing: {
    code: 'epub_invalid',
    meaning: 'a zip file without `META-INF/container.xml`',
    advice: asEpub,
  },
  package_missing: {
    code: 'epub_invalid',
    meaning: 'no package document: neither where the container says, nor any `.opf`',
    advice: cleanExport,
  },
  package_unreadable: {
    code: 'epub_invalid',
    meaning: 'the package document has no `package` in it, however leniently it is read',
    advice: cleanExport,
  },
  file_damaged: {
    code: 'epub_invalid',
    meaning: 'a file that no book can be read without cannot be unpacked',
    advice: again,
  },
  drm: {
    code: 'epub_encrypted',
    meaning: 'the package or a text is locked with DRM: Readium LCP, Adobe, Apple or another',
    advice: 'Ask its publisher for a file without DRM.',
  },
  spine_empty: {
    code: 'epub_invalid',
    meaning: 'neither spine nor manifest name anything that can be shown',
    advice: cleanExport,
  },
  text_damaged: {
    code: 'epub_invalid',
    meaning: 'not one text of the book can be unpacked',
    advice: again,
  },
  text_too_large: {
    code: 'epub_unsafe',
    meaning: 'a file of text or styles has more than 32 MB',
    advice: smaller,
  },
  xml_too_deep: {
    code: 'epub_unsafe',
    meaning: 'elements are nested more than 1,000 levels deep',
    advice: 'Flatten the markup.',
  },
  xml_too_many_nodes: {
    code: 'epub_unsafe',
    meaning: 'a file has more than a million elements and pieces of text',
    advice: smaller,
  },
  book_too_many_nodes: {
    code: 'epub_unsafe',
    meaning: 'all texts together have more than four million elements and pieces of text',
    advice: smaller,
  },
  resources_too_large: {
    code: 'epub_unsafe',
    meaning: 'pictures, fonts and recordings unpack to 256 MB more than the file has',
    advice: smaller,
  },
  compiler_out_of_time: {
    code: 'epub_unsafe',
    meaning: 'a minute of the processor’s time is not enough to read it',
    advice: smaller,
  },
  compiler_stalled: {
    code: 'epub_unsafe',
    meaning: 'five minutes went by, however little was done',
    advice: 'Send it again; if that does not help, report the file.',
  },
  compiler_out_of_memory: {
    code: 'epub_unsafe',
    meaning: 'reading it takes more memory than a book may have',
    advice: smaller,
  },
  compiler_crashed: {
    code: 'epub_unsafe',
    meaning: 'the process that read it ended: most often a picture that its decoder cannot bear',
    advice: 'Save its pictures anew, and report the file.',
  },
  chapter_empty: {
    code: 'epub_invalid',
    meaning: 'a chapter that was sent has no text in it',
    advice: 'Send some.',
  },
} as const satisfies Record<string, FailureReasonInfo>;

/** What tells one refusal from another; stable, as the codes of failures are. */
export type EpubFailureReason = keyof typeof epubFailureReasons;

/** @param message - One line that names the thing. */
export function epubFailure(reason: EpubFailureReason, message: string, cause?: unknown): Failure {
  return new Failure(epubFailureReasons[reason].code, message, { reason, cause });
}
