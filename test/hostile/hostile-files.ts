import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { buildEpub, type EpubFixture } from '../server/epub/fixtures/build-epub.ts';

/** A file from an attacker, with the expected result of its import. */
export interface HostileFile {
  name: string;
  epub: () => Promise<Uint8Array>;
  /** Null if both import and rejection are correct. */
  expected: 'book' | 'refusal' | null;
  /** Files of the book that are also opened as top-level pages. */
  standaloneUrls: string[];
}

const Verdict = z.object({ file: z.string(), verdict: z.string().optional() });

/** Publications, archives, XML and SVG files of a folder, or empty if it does not exist. */
export function readHostileFiles(folder: string): HostileFile[] {
  if (!existsSync(folder)) return [];
  return [
    ...publications(join(folder, 'epubcheck')),
    ...['yauzl', 'libzip', 'zip-rs'].flatMap((name) => archives(join(folder, 'zip', name))),
    ...archives(join(folder, 'payloads-all-the-things')),
    ...documents(join(folder, 'xml/defusedxml'), '.xml'),
    ...documents(join(folder, 'payloads-all-the-things'), '.xml'),
    ...documents(join(folder, 'payloads-all-the-things'), '.xhtml'),
    ...drawings(join(folder, 'payloads-all-the-things')),
  ];
}

function namesIn(folder: string, ending: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort();
}

function publications(folder: string): HostileFile[] {
  const verdicts = new Map(
    readFileSync(join(folder, 'expected.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => Verdict.parse(JSON.parse(line)))
      .map(({ file, verdict }) => [file, verdict]),
  );
  const expected = (verdict: string | undefined) => {
    if (verdict === 'fatal') return 'refusal' as const;
    return verdict === 'valid' ? ('book' as const) : null;
  };
  return namesIn(folder, '.epub').map((name) => ({
    name,
    epub: async () => readFileSync(join(folder, name)),
    expected: expected(verdicts.get(name)),
    standaloneUrls: [],
  }));
}

function archives(folder: string): HostileFile[] {
  return namesIn(folder, '.zip').map((name) => ({
    name,
    epub: async () => readFileSync(join(folder, name)),
    expected: 'refusal',
    standaloneUrls: [],
  }));
}

/** Hostile XML in place of every file that is parsed as XML. */
function documents(folder: string, ending: string): HostileFile[] {
  const places: Record<string, (text: string) => EpubFixture> = {
    chapter: (text) => ({ chapters: [{ body: '', source: text }] }),
    container: (text) => ({ extra: { 'META-INF/container.xml': text } }),
    package: (text) => ({ extra: { 'OEBPS/package.opf': text } }),
    contents: (text) => ({ extra: { 'OEBPS/nav.xhtml': text } }),
    ncx: (text) => ({ version: '2.0', extra: { 'OEBPS/toc.ncx': text } }),
    encryption: (text) => ({ extra: { 'META-INF/encryption.xml': text } }),
  };
  return namesIn(folder, ending).flatMap((name) =>
    Object.entries(places).map(([place, fixture]): HostileFile => ({
      name: `${name} as ${place}`,
      epub: () =>
        buildEpub({
          metadata: { identifier: `urn:hostile:${name}:${place}` },
          ...fixture(readFileSync(join(folder, name), 'utf8')),
        }),
      expected: null,
      standaloneUrls: [],
    })),
  );
}

/** SVG as a page, as an image and inside a document. */
function drawings(folder: string): HostileFile[] {
  return namesIn(folder, '.svg').map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return {
      name,
      epub: () =>
        buildEpub({
          metadata: { identifier: `urn:hostile:${name}` },
          files: { 'picture.svg': text },
          chapters: [
            `<p>A line.</p><img src="picture.svg" alt="a"/><object data="picture.svg"></object><svg xmlns="http://www.w3.org/2000/svg"><image href="picture.svg"/></svg>`,
            { body: '', path: 'page.svg', source: text },
            `<p>A line.</p>${text.replace(/<\?.*?\?>|<!DOCTYPE.*?>/gs, '')}`,
          ],
        }),
      expected: 'book',
      standaloneUrls: ['OEBPS/picture.svg', 'OEBPS/page.svg'],
    };
  });
}
