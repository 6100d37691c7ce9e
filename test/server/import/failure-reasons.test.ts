import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { compileChapter } from '../../../server/epub/compile-chapter.ts';
import { compilePublication } from '../../../server/epub/compile-publication.ts';
import {
  type EpubFailureReason,
  epubFailureReasons,
} from '../../../server/epub/failure-reasons.ts';
import { Compiler } from '../../../server/import/compiler.ts';
import { imageBytes, imageBookResources } from '../epub/fixtures/image-book.ts';
import {
  buildEpub,
  buildPng,
  buildZip,
  encryptionXml,
  type EpubFixture,
  renameEntry,
} from '../epub/fixtures/build-epub.ts';
import {
  compilerPids,
  longBook,
  processListMissing,
  requestFor,
  waitForNewPid,
} from './fixtures/compiler-processes.ts';

/** Triggers for each failure reason. A reason without a fixture is a type error. */
const fixtures: Record<EpubFailureReason, () => Promise<unknown>> = {
  file_empty: () => compilePublication(new Uint8Array()),
  file_of_another_kind: () => compilePublication(buildPng(4, 4)),
  zip_missing: () => compilePublication(Buffer.from('Hello, I am a text file.')),
  zip_damaged: async () => compilePublication((await buildEpub()).subarray(0, 500)),
  zip_too_many_entries: async () => compilePublication(await buildZip(emptyFiles(10_001))),
  zip_name_encoding: async () => {
    const zip = await buildEpub({ extra: { 'xxxx.txt': '' } });
    return compilePublication(
      withRawName(zip, 'xxxx.txt', Buffer.from('\xE9t\xE9s.txt', 'latin1')),
    );
  },
  zip_unsafe_name: async () => {
    const zip = await buildEpub({ extra: { 'xx/evil.txt': '' } });
    return compilePublication(renameEntry(zip, 'xx/evil.txt', '../evil.txt'));
  },
  zip_duplicate_name: () => compileZip([file('one.txt'), file('one.txt')]),
  zip_symlink: () => compileZip([{ ...file('link'), mode: 0o120777 }]),
  zip_encrypted: async () => {
    const zip = await buildZip([file('a.txt')]);
    zip.writeUInt16LE(1, zip.indexOf('PK\u0001\u0002') + 8);
    return compilePublication(zip);
  },
  zip_entry_too_large: () => compileClaimed(1_000_000_001),
  zip_total_too_large: () => compileClaimed(500_000_000, 500_000_001),
  zip_ratio: () => compileZip([{ path: 'bomb.txt', content: Buffer.alloc(2_000_000) }]),
  zip_nested: () => compileZip([file('shelf/book.epub')]),
  zip_several_books: () =>
    compileZip([file('a/META-INF/container.xml'), file('b/META-INF/container.xml')]),
  container_missing: () => compileZip([file('hello.txt')]),
  package_missing: () => compile({ without: ['OEBPS/package.opf'] }),
  package_unreadable: () => compile({ extra: { 'OEBPS/package.opf': '<html/>' } }),
  file_damaged: async () => compilePublication(withDamage(await buildEpub(), 'OEBPS/package.opf')),
  drm: () => {
    const method = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
    const listed = encryptionXml('OEBPS/chapter-1.xhtml', method);
    return compile({ extra: { 'META-INF/encryption.xml': listed } });
  },
  spine_empty: () => compile({ chapters: [], without: ['OEBPS/nav.xhtml'] }),
  text_damaged: async () => {
    const epub = await buildEpub({ chapters: ['<p>word</p>'.repeat(50)] });
    return compilePublication(withDamage(epub, 'OEBPS/chapter-1.xhtml'));
  },
  text_too_large: () => compileStored(' '.repeat(32_000_000)),
  xml_too_deep: () => compileStored(`${'<i>'.repeat(1001)}${'</i>'.repeat(1001)}`),
  xml_too_many_nodes: () => compileStored('<b/>'.repeat(1_000_000)),
  book_too_many_nodes: async () => {
    const chapters = Array.from({ length: 4 }, () => '<p>x</p>'.repeat(20));
    return compilePublication(await buildEpub({ chapters }), { maxNodes: 150 });
  },
  resources_too_large: async () => (await imageBookResources(3 * imageBytes.length - 1)).list(),
  compiler_out_of_time: () => compileEndedBy('SIGXCPU'),
  compiler_stalled: async () => {
    const deadline = new AbortController();
    const compiler = new Compiler({ deadline: () => deadline.signal });
    const before = compilerPids();
    const compiled = compiler.compileBook(requestFor(await longBook));
    process.kill(await waitForNewPid(before), 'SIGSTOP');
    deadline.abort();
    return compiled;
  },
  compiler_out_of_memory: () => compileEndedBy('SIGALRM'),
  compiler_crashed: () => compileEndedBy('SIGSEGV'),
  chapter_empty: () => compileChapter({ content: '<hr/>', format: 'xhtml', language: 'en' }),
};

describe('a rejected book', () => {
  for (const [reason, { code }] of Object.entries(epubFailureReasons)) {
    const fixture = Object.entries(fixtures).find(([key]) => key === reason)?.[1];
    const skip = reason.startsWith('compiler_') && processListMissing;
    it(`has the reason ${reason} and a one-line message`, { skip }, async () => {
      assert.ok(fixture, 'There is no fixture.');
      await assert.rejects(fixture(), (error: Error & { code?: string; reason?: string }) => {
        assert.deepEqual([error.reason, error.code], [reason, code], error.message);
        assert.match(error.message, /^[A-Z“][^\n]{20,}\.$/);
        return true;
      });
    });
  }

  it('always has a reason from the table', () => {
    const server = join(import.meta.dirname, '../../../server');
    const files = ['epub', 'import'].flatMap((folder) =>
      readdirSync(join(server, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(server, folder, name)),
    );
    const elsewhere = files.filter((name) => /Failure\(\s*'epub_/.test(readFileSync(name, 'utf8')));
    assert.deepEqual(elsewhere, []);
  });
});

function file(path: string) {
  return { path, content: 'x' };
}

function emptyFiles(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    path: `${index}`,
    content: '',
    compress: false,
  }));
}

async function compile(fixture: EpubFixture) {
  return compilePublication(await buildEpub(fixture));
}

async function compileStored(body: string) {
  return compile({ stored: true, chapters: [body] });
}

async function compileZip(entries: Parameters<typeof buildZip>[0]) {
  return compilePublication(await buildZip(entries));
}

/**
 * A zip file of 11 MB whose directory declares other sizes, which are checked before anything is
 * unpacked.
 */
async function compileClaimed(...sizes: number[]) {
  const ballast = { path: 'ballast', content: Buffer.alloc(11_000_000), compress: false };
  const claimed = sizes.map((_, index) => ({ path: `claimed-${index}`, content: 'x'.repeat(50) }));
  const zip = await buildZip([ballast, ...claimed]);
  sizes.forEach((size, index) => {
    const entry = zip.lastIndexOf(`claimed-${index}`) - 46;
    zip.writeUInt32LE(Math.ceil(size / 2), entry + 20);
    zip.writeUInt32LE(size, entry + 24);
  });
  return compilePublication(zip);
}

/** Compiles a long book in a process that then ends in the same way as one that exceeds a limit. */
async function compileEndedBy(signal: NodeJS.Signals) {
  const compiler = new Compiler();
  const before = compilerPids();
  const compiled = compiler.compileBook(requestFor(await longBook));
  process.kill(await waitForNewPid(before), signal);
  return compiled;
}

function withDamage(zip: Buffer, path: string): Buffer {
  const data = zip.indexOf(path) + path.length;
  return Buffer.from(zip).fill(0xff, data + 5, data + 35);
}

function withRawName(zip: Buffer, from: string, to: Buffer): Buffer {
  const renamed = Buffer.from(zip);
  for (let at = renamed.indexOf(from); at !== -1; at = renamed.indexOf(from, at + 1)) {
    to.copy(renamed, at);
  }
  return renamed;
}
