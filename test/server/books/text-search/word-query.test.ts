import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tree } from '../../../../server/epub/contract.ts';
import {
  findInText,
  type SearchableSection,
  isAtWordBoundaries,
  parseWordQuery,
} from '../../../../server/books/text-search/find-in-text.ts';
import { foldQuery, foldSection } from '../../../../server/books/text-search/folded-text.ts';
import { extractSectionText } from '../../../../server/books/text-search/section-text.ts';

function section(...children: Tree[]): SearchableSection {
  const text = extractSectionText(['div', {}, ...children.map((child): Tree => ['p', {}, child])]);
  return { ...text, folded: foldSection(text) };
}

/** What a reader who types this finds, as it is spelled. */
function found(typed: string, searched: SearchableSection): string[] {
  const { text, wordMatch } = parseWordQuery(typed);
  const { matches } = findInText([searched], text, { after: null, limit: 1000, wordMatch });
  return matches.map(({ offset, length }) => searched.text.slice(offset, offset + length));
}

describe('searching for words', () => {
  it('finds them from their beginning on, and the last may go on', () => {
    const text = section('Whales whale. Narwhale! The white whale, the white-whaler');
    assert.deepEqual(found('whale', text), ['Whale', 'whale', 'whale', 'whale']);
    assert.deepEqual(found('white wha', text), ['white wha']);
    assert.deepEqual(found('hite whale', text), []);
  });

  it('finds what is in quotes as whole words, whatever quotes', () => {
    const text = section('Whales whale. The whale’s tail, whale-oil, the white whale');
    assert.deepEqual(found('"whale"', text), ['whale', 'whale', 'whale', 'whale']);
    assert.deepEqual(found('„the white“', text), ['the white']);
    assert.deepEqual(found('«the whit»', text), []);
    assert.deepEqual(found('“the whit', text), ['the whit']);
    assert.deepEqual(found('""', section('a "" b')), ['""']);
  });

  it('begins words behind apostrophes, dashes and the ends of paragraphs, not behind soft hyphens', () => {
    const text = section('l’homme, d\u02bchomme', 'Endhomme\u00adhomme', 'homme—homme');
    assert.deepEqual(found('homme', text), ['homme', 'homme', 'homme', 'homme']);
    assert.deepEqual(found('endhommeh', text), ['Endhomme\u00adh']);
    assert.deepEqual(found("l'hom", text), ['l’hom']);
  });

  it('looks anywhere in scripts without spaces', () => {
    assert.deepEqual(found('鯨船', section('大捕鯨船の船')), ['鯨船']);
    assert.deepEqual(found('"鯨船"', section('大捕鯨船の船')), ['鯨船']);
    assert.deepEqual(found('phone', section('新しいphoneを買う')), ['phone']);
    assert.deepEqual(found('"phone"', section('新しいphoneを買う')), ['phone']);
  });

  it('finds a match that overlaps one which begins within a word', () => {
    assert.deepEqual(found('a a', section('ba a a')), ['a a']);
  });

  it('finds, of every place where a plain search does, those at which a word begins', () => {
    const alphabet = ['a', 'B', 'é', 'e\u0301', 'ß', 'ﬁ', '’', ' ', '\u00ad', '—', '鯨', '𠮷', '“'];
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const some = (length: number): string =>
      Array.from({ length }, () => alphabet[next(alphabet.length)]).join('');
    let all = 0;
    for (let round = 0; round < 400; round += 1) {
      const searched = section(some(30), some(30));
      const wanted = foldQuery(some(1 + next(3)));
      if (wanted === '') continue;
      const options = { after: null, limit: 1000, words: 'begun' } as const;
      const { matches, total } = findInText([searched], wanted, options);
      assert.equal(matches.length, total);
      all += total;
      for (const { offset, length } of matches) {
        const piece = searched.text.slice(offset, offset + length);
        assert.ok(foldQuery(`x${piece}x`).slice(1).startsWith(wanted), `${piece} is ${wanted}`);
      }
      const offsets = new Set(matches.map(({ offset }) => offset));
      let covered = -1;
      for (let at = 0; at <= searched.folded.text.length - wanted.length; at += 1) {
        if (at < covered || !searched.folded.text.startsWith(wanted, at)) continue;
        if (!isAtWordBoundaries(searched, [at, at + wanted.length], 'begun')) continue;
        covered = at + wanted.length;
        assert.ok(offsets.has(searched.folded.sourceOffset(at)), `${wanted} at ${at}`);
      }
    }
    assert.ok(all > 300, String(all));
  });
});
