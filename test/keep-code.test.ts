import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';

const root = fileURLToPath(new URL('../src', import.meta.url));

/** What comes with the opening of a book, before it is kept. */
const early = [
  'later.ts',
  'attend/follow-history.ts',
  'attend/follow-links.ts',
  'attend/follow-print.ts',
  'attend/keep-tab-on-page.ts',
  'attend/measure-pace.ts',
  'marking/follow-marks.ts',
  'notes/show-notes.ts',
  'offline/follow-offline.ts',
  'offline/kept-answer.ts',
  'outside/ask-before-leaving.ts',
  'page/fixed/fixed-layout.ts',
  'page/input/listen.ts',
  'zoom/open-large.ts',
  'zoom/zoom-pages.ts',
];
/** What answers to a server. */
const ofNetwork = ['api/recover.ts', 'serial/follow-book.ts'];

function lazyFilesOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(/import\('(\.[^']+)'\)/g)].map(([, path = '']) =>
    join(dirname(file), path).replaceAll('\\', '/'),
  );
}

describe('a kept book', () => {
  it('keeps each file of the reader that is loaded on first use', () => {
    const all = globSync('**/*.ts', { cwd: root }).flatMap(lazyFilesOf);
    const kept = new Set(lazyFilesOf('offline/keep-code.ts'));
    // The words that are shown are here, and others are not asked for without a network.
    const left = new Set(all.filter((file) => !kept.has(file) && !file.startsWith('text/')));

    assert.deepEqual([...left].sort(), [...early, ...ofNetwork].sort());
  });
});
