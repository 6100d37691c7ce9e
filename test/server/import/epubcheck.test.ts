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

/**
 * Publications that are rejected even though EPUBCheck reports no fatal error, because of duplicate
 * file names or encrypted text.
 */
const rejectedThoughNotFatal: Record<string, string> = {
  'epub3__04-ocf__ocf-encryption-duplicate-ids-error.epub': 'epub_encrypted',
  'epub3__04-ocf__ocf-filename-duplicate-after-canonical-normalization-error.epub': 'epub_unsafe',
  'epub3__04-ocf__ocf-filename-duplicate-zip-entry-error.epub': 'epub_unsafe',
};

/** Valid publications that nevertheless produce a warning. */
const warnedThoughValid: Record<string, { code: string; why: string }> = {
  'epub3__09-media-overlays__mediaoverlays-textref-svg-fragment-viewbox-valid.epub': {
    code: 'overlay_empty',
    why: 'a media overlay that refers to an SVG view box is not supported',
  },
  'localization__css-error.epub': {
    code: 'style_broken',
    why: 'it tests the localization of messages: its style sheet is invalid',
  },
  'localization__schema-error.epub': {
    code: 'element_unknown',
    why: 'it tests the localization of messages: it has an element unknown to HTML',
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

describe('the test publications of EPUBCheck', { skip: sampleFolderMissing }, () => {
  it('are imported if valid, produce a warning for every error, are rejected if fatal, and never crash', async () => {
    const lines = readFileSync(join(folder, 'expected.jsonl'), 'utf8').split('\n').filter(Boolean);
    const publications = lines.map((line) => Publication.parse(JSON.parse(line)));
    assert.ok(publications.length >= 249);
    const problems: string[] = [];
    for (const { file, verdict } of publications) {
      const outcome = await compile(join(folder, file));
      const problem =
        resultProblem(outcome, verdict, rejectedThoughNotFatal[file]) ??
        warningsProblem(outcome, verdict, file);
      if (problem) problems.push(`${file} (${verdict}): ${problem}`);
    }

    assert.deepEqual(problems, []);
  });
});

function resultProblem(
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

/** Publications produce warnings if and only if they have errors. */
function warningsProblem(
  outcome: CompileBookResult,
  verdict: z.infer<typeof Publication>['verdict'],
  file: string,
): string | null {
  if (!('rows' in outcome)) return null;
  const codes = new Set(outcome.warnings.map(({ code }) => code));
  if (verdict === 'error') return codes.size > 0 ? null : 'no warnings';
  if (verdict !== 'valid') return null;
  codes.delete(warnedThoughValid[file]?.code ?? '');
  return codes.size > 0 ? `unexpected warnings ${[...codes].join(', ')}` : null;
}

describe('real books with problems', { skip: sampleFolderMissing }, () => {
  for (const [file, expected] of [
    [
      'deb-debmake-doc-zh-cn.epub',
      [
        'The file “mimetype” is not the first entry in the archive.',
        '“OEBPS/images/draft.png” is not in the archive.',
      ],
    ],
    [
      'deb-developers-reference-ru.epub',
      ['The file “mimetype” is not the first entry in the archive.'],
    ],
    [
      'deb-live-manual-es.epub',
      [
        'The file “mimetype” is not the first entry in the archive.',
        'The manifest lists “about-manual.xhtml#o8” with a fragment.',
        'The package does not designate its unique identifier. The first identifier was used.',
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
    it(`produce warnings: ${file}`, async () => {
      const outcome = await compile(join(sampleFolder, 'epubs', file));

      assert.ok('rows' in outcome);
      const messages = new Set(outcome.warnings.map(({ message }) => message));
      assert.deepEqual(
        expected.filter((message) => !messages.has(message)),
        [],
      );
      assert.equal(outcome.rows.version.warnings, JSON.stringify(outcome.warnings));
    });
  }
});
