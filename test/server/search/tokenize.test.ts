import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fold } from '../../../server/values/fold.ts';
import { tokenize } from '../../../server/search/tokenize.ts';

const words = (text: string) => tokenize(text).map(({ word }) => word);

describe('folding', () => {
  it('removes case, diacritics and ligatures', () => {
    assert.equal(fold('Les Misérables'), 'les miserables');
    assert.equal(fold('Straße'), 'strasse');
    assert.equal(fold('STRASSE'), 'strasse');
    assert.equal(fold('Ærø Łódź'), 'aero lodz');
    assert.equal(fold('ﬁn'), 'fin');
    assert.equal(fold('Ёлка'), 'елка');
    assert.equal(fold('ΛΌΓΟΣ λόγος'), 'λογοσ λογοσ');
    assert.equal(fold('İstanbul ısı'), 'istanbul isi');
    assert.equal(fold('שָׁלוֹם'), 'שלום');
    assert.equal(fold('أَحْمَد'), 'احمد');
  });

  it('is the same for composed and decomposed text', () => {
    for (const text of ['Dvořák', 'が', '한국', 'क़लम', 'Ἀθῆναι', 'Việt Nam']) {
      assert.equal(fold(text.normalize('NFC')), fold(text.normalize('NFD')), text);
    }
  });

  it('keeps marks that change the letter', () => {
    assert.notEqual(fold('が'), fold('か'));
    assert.notEqual(fold('कि'), fold('का'));
  });
});

describe('tokenizing', () => {
  it('splits at everything except letters and digits', () => {
    assert.deepEqual(words('Moby-Dick; or, the Whale (1851)'), [
      'moby',
      'dick',
      'or',
      'the',
      'whale',
      '1851',
    ]);
    assert.deepEqual(words('— … !?'), []);
  });

  it('returns words with an apostrophe whole and in parts', () => {
    assert.deepEqual(words('L’homme'), ['lhomme', 'l', 'homme']);
    assert.deepEqual(words("Ann's"), ['anns', 'ann', 's']);
  });

  it('returns character pairs in scripts without spaces', () => {
    assert.deepEqual(words('西遊記'), ['西游', '游记', '记']);
    assert.deepEqual(words('紅'), ['红']);
    assert.deepEqual(words('第2回 Tokyo物語'), ['第', '2', '回', 'tokyo', '物语', '语']);
  });

  it('returns positions in UTF-16 code units', () => {
    for (const text of ['Été à Žilina', 'A 𠮷野家 b', 'e\u0301te\u0301 x', 'L’été d’Ann']) {
      for (const { word, start, end } of tokenize(text)) {
        assert.equal(fold(text.slice(start, end)), word, text);
      }
    }
  });

  it('truncates words at 60 characters', () => {
    assert.deepEqual(words('x'.repeat(10_000)), ['x'.repeat(60)]);
  });
});
