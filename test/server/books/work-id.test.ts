import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { computeWorkId } from '../../../server/books/work-id.ts';

function work(title: string, author?: string, subtitle: string | null = null): string {
  const person = { sortName: null, role: 'aut', birthYear: null, deathYear: null };
  return computeWorkId(title, {
    contributors: author ? [{ ...person, name: author }] : [],
    subtitle,
  });
}

describe('work id', () => {
  it('is the same for different forms of author names and titles', () => {
    const id = work('Micromégas', 'Voltaire');

    assert.equal(work('MICROMEGAS', 'Voltaire'), id);
    assert.equal(
      work('Anne of Green Gables', 'Montgomery, L. M. (Lucy Maud)'),
      work('Anne of Green Gables', 'L. M. Montgomery'),
    );
    assert.equal(work('War and Peace', 'Tolstoy, Leo, graf'), work('War and Peace', 'Leo Tolstoy'));
  });

  it('ignores edition statements below the title', () => {
    const id = work('Der Struwwelpeter', 'Heinrich Hoffmann');

    assert.equal(work('Der Struwwelpeter\noder lustige Geschichten', 'Heinrich Hoffmann'), id);
    assert.equal(work('Der Struwwelpeter / oder lustige Bilder', 'Heinrich Hoffmann'), id);
    assert.equal(work('Der Struwwelpeter', 'Heinrich Hoffmann', 'Lustige Bilder'), id);
  });

  it('differs for each volume, regardless of where the volume is named', () => {
    const titles = [
      'The Greville Memoirs, Part 1 of 3, Volume 1 of 3',
      'The Greville Memoirs, Part 1 of 3, Volume 3 of 3',
      'The Greville Memoirs\nIn Two Volumes, Volume I',
      'The Greville Memoirs\nIn Two Volumes, Volume II',
      'The Greville Memoirs\nErster Theil',
      'The Greville Memoirs\nZweiter Theil',
    ];

    assert.equal(new Set(titles.map((title) => work(title, 'Greville'))).size, titles.length);
  });

  it('differs by author, or by title if there is no author', () => {
    assert.notEqual(work('Poems', 'Emily Dickinson'), work('Poems', 'Oscar Wilde'));
    assert.notEqual(work('The Nibelungenlied\nRevised'), work('The Nibelungenlied'));
  });
});
