import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchScore, minMatchScore } from '../../../../server/metadata/enrichment/match-score.ts';

const name = (title: string, author: string, subtitle: string | null = null) => ({
  title,
  subtitle,
  authors: author ? [author] : [],
});

describe('two references', () => {
  const same: [ReturnType<typeof name>, ReturnType<typeof name>][] = [
    [name('Moby Dick', 'Herman Melville'), name('Moby-Dick', 'Melville, Herman')],
    [name('The Time Machine', 'H. G. Wells'), name('Time machine', 'Herbert George Wells')],
    [name('Émaux et Camées', 'Théophile Gautier'), name('Emaux et camees', 'GAUTIER, Theophile')],
    [name('Moby Dick; or, The Whale', 'Herman Melville'), name('Moby Dick', 'Herman Melville')],
    [name('Dune', 'Frank Herbert'), name('Dune', 'Frank Herbert', 'A Novel')],
    [name('草枕', '夏目 漱石'), name('草枕', '夏目 漱石')],
  ];
  const different: [ReturnType<typeof name>, ReturnType<typeof name>][] = [
    [name('Poems', 'Emily Dickinson'), name('Poems', 'Oscar Wilde')],
    [name('Poems', ''), name('Poems', '')],
    [name('Works, Volume 1', 'Edgar Poe'), name('Works, Volume 2', 'Edgar Poe')],
    [name('Henry IV', 'William Shakespeare'), name('Henry VI', 'William Shakespeare')],
    [name('Dune', 'Frank Herbert'), name('Dune Messiah', 'Frank Herbert')],
    [name('Letters: To His Son', 'A. Smith'), name('Letters: To His Wife', 'A. Smith')],
    [name('Emma', 'Jane Austen'), name('Emma', 'J. B.')],
  ];

  for (const [one, other] of same) {
    it(`match: ${one.title} / ${other.title}`, () => {
      assert.ok(matchScore(one, other) >= minMatchScore);
      assert.equal(matchScore(one, other), matchScore(other, one));
    });
  }
  for (const [one, other] of different) {
    it(`do not match: ${one.title} / ${other.title}`, () => {
      assert.ok(matchScore(one, other) < minMatchScore);
    });
  }
});
