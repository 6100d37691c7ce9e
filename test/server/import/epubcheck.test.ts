import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { z } from 'zod';
import compileBook, { type CompileBookResult } from '../../../server/import/compile-book.ts';
import { sampleFolderMissing, sampleFolder } from '../epub/fixtures/sample-folder.ts';

const Publication = z.object({
  file: z.string(),
  verdict: z.enum(['valid', 'warning', 'error', 'fatal']),
});

const folder = join(sampleFolder, 'hostile/epubcheck');

/** Those that break a rule on which everything rests: two files of one name, and text behind a lock. */
const refusedThoughNotFatal: Record<string, string> = {
  'epub3__04-ocf__ocf-encryption-duplicate-ids-error.epub': 'epub_encrypted',
  'epub3__04-ocf__ocf-filename-duplicate-after-canonical-normalization-error.epub': 'epub_unsafe',
  'epub3__04-ocf__ocf-filename-duplicate-zip-entry-error.epub': 'epub_unsafe',
};

/** Valid ones of which something is told all the same. */
const toldThoughValid: Record<string, { code: string; why: string }> = {
  'epub3__09-media-overlays__mediaoverlays-textref-svg-fragment-viewbox-valid.epub': {
    code: 'overlay_empty',
    why: 'a recording of a part of a drawing that is named by its frame is not played',
  },
  'localization__css-error.epub': {
    code: 'style_broken',
    why: 'it is there for the language of messages: its style sheet is broken',
  },
  'localization__schema-error.epub': {
    code: 'element_unknown',
    why: 'it is there for the language of messages: it has an element that HTML has not',
  },
};

function compile(path: string): Promise<CompileBookResult> {
  return compileBook({
    epub: readFileSync(path),
    options: { accountId: 'acc_1', visibility: 'public' },
    bookId: 'bk_1',
    versionId: 'ver_1',
    now: new Date('2026-11-21T12:00:00Z'),
  });
}

describe('the publications that EPUBCheck is tested with', { skip: sampleFolderMissing }, () => {
  it('import when they are valid, tell of every error, are refused when they are no book, and never crash', async () => {
    const lines = readFileSync(join(folder, 'expected.jsonl'), 'utf8').split('\n').filter(Boolean);
    const publications = lines.map((line) => Publication.parse(JSON.parse(line)));
    assert.ok(publications.length >= 249);
    const wrong: string[] = [];
    for (const { file, verdict } of publications) {
      const outcome = await compile(join(folder, file));
      const fault =
        faultOf(outcome, verdict, refusedThoughNotFatal[file]) ??
        tellingFault(outcome, verdict, file);
      if (fault) wrong.push(`${file} (${verdict}): ${fault}`);
    }

    assert.deepEqual(wrong, []);
  });
});

function faultOf(
  outcome: CompileBookResult,
  verdict: z.infer<typeof Publication>['verdict'],
  allowed: string | undefined,
): string | null {
  if ('internalError' in outcome) return outcome.internalError;
  if ('failure' in outcome) {
    const { code, message } = outcome.failure;
    if (verdict === 'fatal') return /^epub_invalid$/.test(code) ? null : code;
    return code === allowed ? null : `${code}: ${message}`;
  }
  if (verdict === 'fatal') return 'became a book';
  return outcome.rows.sections.length > 0 ? null : 'has no section';
}

/** Books tell of every error, and of nothing else. */
function tellingFault(
  outcome: CompileBookResult,
  verdict: z.infer<typeof Publication>['verdict'],
  file: string,
): string | null {
  if (!('rows' in outcome)) return null;
  const codes = new Set(outcome.warnings.map(({ code }) => code));
  if (verdict === 'error') return codes.size > 0 ? null : 'told nothing';
  if (verdict !== 'valid') return null;
  codes.delete(toldThoughValid[file]?.code ?? '');
  return codes.size > 0 ? `told ${[...codes].join(', ')}` : null;
}

describe('real books with faults', { skip: sampleFolderMissing }, () => {
  for (const [file, expected] of [
    [
      'deb-debmake-doc-zh-cn.epub',
      [
        'The file “mimetype” is not the first in the archive.',
        '“OEBPS/images/draft.png” is not in the archive.',
      ],
    ],
    ['deb-developers-reference-ru.epub', ['The file “mimetype” is not the first in the archive.']],
    [
      'deb-live-manual-es.epub',
      [
        'The file “mimetype” is not the first in the archive.',
        'The manifest lists “about-manual.xhtml#o8” with a fragment.',
        'The package does not say which identifier is its own; the first was taken.',
      ],
    ],
    [
      'idpf-kusamakura-japanese-vertical-writing.epub',
      [
        '“OPS/audio/fmse004b.mp3” is not in the archive.',
        '“OPS/audio/ulnr0036.mp3” is not in the archive.',
      ],
    ],
  ] as const) {
    it(`of ${file} tell of them`, async () => {
      const outcome = await compile(join(sampleFolder, 'epubs', file));

      assert.ok('rows' in outcome);
      const told = new Set(outcome.warnings.map(({ message }) => message));
      assert.deepEqual(
        expected.filter((message) => !told.has(message)),
        [],
      );
      assert.equal(outcome.rows.version.warnings, JSON.stringify(outcome.warnings));
    });
  }
});
