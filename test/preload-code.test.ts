import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';

const root = fileURLToPath(new URL('../src', import.meta.url));

/** Modules that load when a book opens, before it is downloaded. */
const early = [
  'session/lazy-entry.ts',
  'session/history-navigation.ts',
  'session/deep-links.ts',
  'session/access-limits.ts',
  'session/reusable-books.ts',
  'session/print-support.ts',
  'session/visible-tab-stops.ts',
  'session/pace-measurement.ts',
  'session/page-turns.ts',
  'ui/check-requests.ts',
  'ui/when-near.ts',
  'features/annotating/report-selection.ts',
  'features/annotating/start-annotating.ts',
  'features/footnotes/start-footnotes.ts',
  'features/offline/offline-reading.ts',
  'features/offline/offline-response.ts',
  'features/external-links/start-external-links.ts',
  'rendition/fixed/fixed-layout.ts',
  'rendition/input/listen-for-input.ts',
  'rendition/paginated/prepare-neighbors.ts',
  'rendition/repair/start-repair.ts',
  'rendition/hyphenation/start-hyphenation.ts',
  'features/media-viewer/start-media-viewer.ts',
  'features/media-viewer/start-page-zoom.ts',
  'session/annotate-on-request.ts',
];
/** Modules that need a server. */
const ofNetwork = ['features/serial/serial-updates.ts', 'ui/svc-chapter-updates.ts'];

function lazyFilesOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(/import\('(\.[^']+)'\)/g)].map(([, path = '']) =>
    join(dirname(file), path).replaceAll('\\', '/'),
  );
}

describe('a kept book', () => {
  it('keeps each file of the reader that is loaded on first use', () => {
    const all = globSync('**/*.ts', { cwd: root }).flatMap(lazyFilesOf);
    const kept = new Set(lazyFilesOf('features/offline/preload-code.ts'));
    // The messages are already loaded, and no other language is requested offline.
    const left = new Set(all.filter((file) => !kept.has(file) && !file.startsWith('i18n/')));

    assert.deepEqual([...left].sort(), [...early, ...ofNetwork].sort());
  });
});
