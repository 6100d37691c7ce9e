import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { Failure } from '../../../server/failure.ts';
import { compilePublication } from '../../../server/epub/compile-publication.ts';
import type { Publication, Tree } from '../../../server/epub/contract.ts';
import { buildEpub } from './fixtures/build-epub.ts';
import { textOfTree } from './fixtures/compile-fixture.ts';
import { sampleFolderMissing, sampleFolder } from './fixtures/sample-folder.ts';

const skip = sampleFolderMissing;
const files = (pattern: string) => globSync(join(sampleFolder, pattern)).sort();

describe('real books', { skip }, () => {
  for (const file of files('epubs/*.epub')) {
    it(`${basename(file)} compiles to a valid publication`, async () => {
      const publication = await compilePublication(file);

      checkPublication(publication);
      assert.ok(publication.toc.length > 0);
      assert.ok(publication.metadata.title !== 'Untitled');
    });
  }

  it('compile within the memory limit', () => {
    const program = fileURLToPath(new URL('fixtures/compile-files.ts', import.meta.url));
    const run = spawnSync(process.execPath, [program, ...files('epubs/*.epub')], {
      encoding: 'utf8',
    });

    assert.equal(run.status, 0, run.stderr);
    const { peakMegabytes } = JSON.parse(run.stdout);
    assert.ok(peakMegabytes < 350, `${peakMegabytes} MB`);
  });
});

describe('malicious and malformed books and archives', { skip }, () => {
  for (const [folder, pattern] of [
    ['archives', 'hostile/zip/**/*.zip'],
    ['payloads', 'hostile/payloads-all-the-things/**/*.{zip,epub}'],
    ['malformed publications', 'hostile/epubcheck/*.epub'],
    ['conformance tests', 'epub-tests/**/*.epub'],
  ] as const) {
    it(`${folder} compile or fail with a one-line message`, async () => {
      for (const file of files(pattern)) {
        const result = await compilePublication(file).catch((error: unknown) => error);
        if (result instanceof Failure) {
          assert.match(result.code, /^epub_(?:invalid|encrypted|unsafe)$/, file);
          assert.doesNotMatch(result.message, /\n/, file);
        } else {
          checkPublication(asPublication(result, file));
        }
      }
    });
  }
});

describe('sanitizer bypass payloads', { skip }, () => {
  for (const file of files('sanitiser/*.jsonl')) {
    it(`in ${basename(file)} are always removed`, async () => {
      const payloads = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(payloadOf);
      for (let start = 0; start < payloads.length; start += 1000) {
        const chapters = payloads
          .slice(start, start + 1000)
          .map((source) => ({ body: '', source }));

        checkPublication(await compilePublication(await buildEpub({ chapters, stored: true })));
      }
    });
  }
});

function payloadOf(line: string): string {
  const { payload, input } = JSON.parse(line);
  return `<html><body>${payload ?? input}</body></html>`;
}

/** Invariants of every compiled book. */
function checkPublication(publication: Publication): void {
  const { sections, readingOrder, styleSheets, fonts } = publication;
  const resources = new Set(publication.resources.map(({ path }) => `resource:${path}`));
  assert.equal(sections.length, readingOrder.length);
  for (const section of sections) {
    assert.equal(textOfTree(section.tree).length, section.length, section.href);
    for (const offset of Object.values(section.ids))
      assert.ok(offset >= 0 && offset <= section.length);
    for (const id of section.styles)
      assert.ok(styleSheets[id], `${section.href} names sheet ${id}`);
    checkTree(section.tree, resources, sections.length);
  }
  for (const css of [...Object.values(styleSheets), ...sections.map((section) => section.css)]) {
    assert.doesNotMatch(
      css,
      /@import|@font-face|position:(?:fixed|sticky)|:host|\uE000|url\((?!"resource:|#|"#)/,
    );
  }
  for (const { src } of fonts) assert.ok(resources.has(src));
}

const forbidden =
  /^(?:script|style|link|meta|base|iframe|frame|object|embed|form|input|button|textarea|select|template|slot|set|animate.*|.*-.*)$/i;

function checkTree(tree: Tree, resources: Set<string>, sections: number): void {
  if (typeof tree === 'string') return;
  const [tag, attributes, ...children] = tree;
  assert.doesNotMatch(tag, forbidden);
  for (const [name, value] of Object.entries(attributes)) {
    assert.doesNotMatch(name, /^(?:on|style$|slot$|part$|is$|srcset$|formaction$|xlink)/i);
    if (name === 'src' || name === 'poster')
      assert.ok(resources.has(value) || value.startsWith('resource:'), value);
    if (name === 'href')
      assert.match(value, /^(?:section:\d+(?:#.+)?$|resource:|https?:|mailto:|tel:|#)/);
    const section = name === 'href' ? /^section:(\d+)/.exec(value)?.[1] : undefined;
    if (section !== undefined) assert.ok(Number(section) < sections);
  }
  for (const child of children) checkTree(child, resources, sections);
}

function asPublication(result: unknown, file: string): Publication {
  if (result instanceof Error) throw new Error(`${file} crashed`, { cause: result });
  return result as Publication;
}
