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

/** The matches of a typed word query in their original spelling. */
function found(typed: string, searched: SearchableSection): string[] {
  const { text, wordMatch } = parseWordQuery(typed);
  const { matches } = findInText([searched], text, { after: null, limit: 1000, wordMatch });
  return matches.map(({ offset, length }) => searched.text.slice(offset, offset + length));
}

describe('word search', () => {
  it('matches from the start of words and treats the last word as a prefix', () => {
    const text = section('Whales whale. Narwhale! The white whale, the white-whaler');
    assert.deepEqual(found('whale', text), ['Whale', 'whale', 'whale', 'whale']);
    assert.deepEqual(found('white wha', text), ['white wha']);
    assert.deepEqual(found('hite whale', text), []);
  });

  it('matches whole words in quotes of any kind', () => {
    const text = section('Whales whale. The whale’s tail, whale-oil, the white whale');
    assert.deepEqual(found('"whale"', text), ['whale', 'whale', 'whale', 'whale']);
    assert.deepEqual(found('„the white“', text), ['the white']);
    assert.deepEqual(found('«the whit»', text), []);
    assert.deepEqual(found('“the whit', text), ['the whit']);
    assert.deepEqual(found('""', section('a "" b')), ['""']);
  });

  it('treats apostrophes, dashes and paragraph breaks as the start of a word, but not soft hyphens', () => {
    const text = section('l’homme, d\u02bchomme', 'Endhomme\u00adhomme', 'homme—homme');
    assert.deepEqual(found('homme', text), ['homme', 'homme', 'homme', 'homme']);
    assert.deepEqual(found('endhommeh', text), ['Endhomme\u00adh']);
    assert.deepEqual(found("l'hom", text), ['l’hom']);
  });

  it('matches anywhere in scripts without spaces', () => {
    assert.deepEqual(found('鯨船', section('大捕鯨船の船')), ['鯨船']);
    assert.deepEqual(found('"鯨船"', section('大捕鯨船の船')), ['鯨船']);
    assert.deepEqual(found('phone', section('新しいphoneを買う')), ['phone']);
    assert.deepEqual(found('"phone"', section('新しいphoneを買う')), ['phone']);
  });

  it('matches after the particles that Arabic and Hebrew attach to a word', () => {
    const arabic = section('كتاب الكتاب والكتاب للكتاب بكتابه وبالكِتابِ مكتاب');
    assert.deepEqual(found('كتاب', arabic), ['كتاب', 'كتاب', 'كتاب', 'كتاب', 'كتاب', 'كِتابِ']);
    assert.deepEqual(found('"كتاب"', arabic), ['كتاب']);
    assert.deepEqual(found('تا', arabic), []);
    const hebrew = section('ספר הספר ובספר מספר אספר');
    assert.deepEqual(found('ספר', hebrew), ['ספר', 'ספר', 'ספר', 'ספר']);
  });

  it('matches halfwidth and fullwidth kana', () => {
    assert.deepEqual(found('ｶﾞﾗｽ', section('窓ガラスを')), ['ガラス']);
    assert.deepEqual(found('ガラス', section('窓ｶﾞﾗｽを')), ['ｶﾞﾗｽ']);
  });

  it('finds a match that overlaps a rejected one', () => {
    assert.deepEqual(found('a a', section('ba a a')), ['a a']);
  });

  it('finds the matches of a plain search that start at a word boundary', () => {
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
      const needle = foldQuery(some(1 + next(3)));
      if (needle === '') continue;
      const options = { after: null, limit: 1000, words: 'begun' } as const;
      const { matches, total } = findInText([searched], needle, options);
      assert.equal(matches.length, total);
      all += total;
      for (const { offset, length } of matches) {
        const piece = searched.text.slice(offset, offset + length);
        assert.ok(
          foldQuery(`x${piece}x`).slice(1).startsWith(needle),
          `${piece} matches ${needle}`,
        );
      }
      const offsets = new Set(matches.map(({ offset }) => offset));
      let covered = -1;
      for (let at = 0; at <= searched.folded.text.length - needle.length; at += 1) {
        if (at < covered || !searched.folded.text.startsWith(needle, at)) continue;
        if (!isAtWordBoundaries(searched, [at, at + needle.length], 'begun')) continue;
        covered = at + needle.length;
        assert.ok(offsets.has(searched.folded.sourceOffset(at)), `${needle} at ${at}`);
      }
    }
    assert.ok(all > 300, String(all));
  });
});
