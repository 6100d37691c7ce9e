import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bookQuery, buildIndex, indexedBook } from './index-fixtures.ts';

describe('a query that is still being typed', () => {
  const { find } = buildIndex([
    indexedBook('War and Peace', { authors: ['Leo Tolstoy'] }),
    indexedBook('Armenia and the War', { authors: ['A. P. Hacobian'] }),
    'The Wind in the Willows',
    indexedBook('The Wind-Jammers', { authors: ['T. Jenkins Hains'] }),
    indexedBook('The Adventures of Tom Sawyer', { authors: ['Mark Twain'] }),
    indexedBook('The Adventures of Peregrine Pickle', { authors: ['T. Smollett'] }),
    'The War in the Air',
    indexedBook('War', { authors: ['A. Spateman'] }),
    indexedBook('De Profundis', { contributors: ['Oscar Wilde'], surnames: ['Wilde'] }),
    'When Oscar Went Wild',
  ]);

  it('may end with the first letter of a word of the title', () => {
    assert.equal(find('war and p')[0], 'War and Peace');
    assert.equal(find('the adventures of t')[0], 'The Adventures of Tom Sawyer');
    assert.equal(find('the war in the a')[0], 'The War in the Air');
  });

  it('may end with the first letter of a surname', () => {
    assert.equal(find('oscar w')[0], 'De Profundis');
  });

  it('may end within a function word', () => {
    assert.equal(find('the wind in th')[0], 'The Wind in the Willows');
  });
});

describe('a query typed with the wrong keyboard layout', () => {
  const { index, find } = buildIndex([
    indexedBook('Pride and Prejudice', { authors: ['Jane Austen'] }),
    indexedBook('Детство', { contributors: ['Лев Толстой'] }),
    'Δράκουλας',
    'שירים',
  ]);

  it('finds what the keys type in the right one, and suggests it', () => {
    assert.deepEqual(find('зкшву фтв зкуогвшсу'), ['Pride and Prejudice']);
    assert.deepEqual(find('ltncndj njkcnjq'), ['Детство']);
    assert.deepEqual(find('drakoylaw'), ['Δράκουλας']);
    const { hits, suggestion } = index.find(bookQuery({ text: 'зкшву фтв зкуо' }));
    assert.deepEqual([hits.length, suggestion], [1, 'pride and prej']);
  });

  it('stays as typed if books have one of its words', () => {
    assert.deepEqual(find('austen njkcnjq'), ['Pride and Prejudice']);
  });
});

describe('words that are function words in some language only', () => {
  it('count in titles of other languages', () => {
    const { find } = buildIndex([
      'Poems of Peace',
      'War Poems',
      'Father and Daughter',
      'Father and Son',
      indexedBook('Max Havelaar', { authors: ['Multatuli'] }),
    ]);
    assert.deepEqual(find('war poems'), ['War Poems']);
    assert.deepEqual(find('father and son'), ['Father and Son']);
    assert.deepEqual(find('max havelaar door multatuli'), ['Max Havelaar']);
  });
});

describe('subject headings', () => {
  it('are found by the names that readers use', () => {
    const { find } = buildIndex([
      indexedBook('In Flanders', {
        subjects: ['World War, 1914-1918 -- Personal narratives, British'],
      }),
      indexedBook('A Sailor', { subjects: ['World War, 1939-1945 -- Naval operations'] }),
      indexedBook('Der Fall', { subjects: ['Detective and mystery stories, German'] }),
      indexedBook('Brown Bread', { subjects: ['Cooking, American'] }),
      indexedBook('Lyrics', { subjects: ['Spanish poetry -- 17th century'] }),
    ]);
    assert.equal(find('first world war memoirs')[0], 'In Flanders');
    assert.equal(find('world war 1')[0], 'In Flanders');
    assert.equal(find('second world war')[0], 'A Sailor');
    assert.deepEqual(find('krimi'), ['Der Fall']);
    assert.deepEqual(find('kochbuch'), ['Brown Bread']);
    assert.deepEqual(find('poesía'), ['Lyrics']);
    assert.deepEqual(find('constructor'), []);
  });
});
