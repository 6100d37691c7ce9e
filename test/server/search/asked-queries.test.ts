import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildIndex, indexedBook } from './index-fixtures.ts';

describe('a language in a query', () => {
  const hugo = { authors: ['Victor Hugo'] };
  const { find } = buildIndex([
    ...Array.from({ length: 40 }, (_, at) => `Essays on Manners ${at}`),
    indexedBook('Notre-Dame', { ...hugo, subjects: ['Finnish fiction', 'French fiction'] }),
    indexedBook('The Man Who Laughs', { ...hugo, subjects: ['Spanish literature'] }),
    indexedBook('Hernani', { ...hugo, languages: ['fr'] }),
    indexedBook('Kurjat', { ...hugo, languages: ['fi'] }),
    indexedBook('A nyomorultak', { ...hugo, languages: ['hu'] }),
    indexedBook('Nuestra Señora', { ...hugo, languages: ['es'] }),
    indexedBook('Hamlet', { authors: ['William Shakespeare'] }),
    indexedBook('Hamlet, Prinz von Dänemark', {
      authors: ['William Shakespeare'],
      languages: ['de'],
    }),
    'The French Revolution',
    indexedBook('Revolution', { languages: ['fr'] }),
  ]);

  it('selects the books of an author or a title in it, in any language and as an adverb', () => {
    for (const [query, title] of [
      ['hugo finnish', 'Kurjat'],
      ['victor hugo suomeksi', 'Kurjat'],
      ['hugo magyarul', 'A nyomorultak'],
      ['hugo in spanish', 'Nuestra Señora'],
      ['victor hugo castellano', 'Nuestra Señora'],
      ['hugo en français', 'Hernani'],
      ['hamlet shakespeare auf deutsch', 'Hamlet, Prinz von Dänemark'],
      ['hamlet shakespeare german translation', 'Hamlet, Prinz von Dänemark'],
    ] as const) {
      assert.equal(find(query)[0], title, query);
    }
  });

  it('counts less than its name in a title, and alone matches only as a word', () => {
    assert.equal(find('french revolution')[0], 'The French Revolution');
    assert.deepEqual(find('french').sort(), ['Notre-Dame', 'The French Revolution']);
  });
});

describe('words around a title', () => {
  const island = { authors: ['Robert Louis Stevenson'] };
  const { find } = buildIndex([
    indexedBook('Treasure Island', island),
    indexedBook('Das Schloss', { authors: ['Franz Kafka'], languages: ['de'] }),
    indexedBook('Penguin Island', { authors: ['Anatole France'] }),
    'Looking Backward',
    'Searching for Pirates',
    'The Illustrated Book of Kids',
    'A Handbook of Shipping Law for London Merchants',
    'A Walk in the Oxford Meadows',
  ]);

  it('are optional if they ask for a book or name an edition', () => {
    for (const query of [
      'i am looking for treasure island',
      "i'm searching a book named treasure island",
      'Treasure Island (Penguin Classics)',
      'Treasure Island: Annotated Edition, Oxford Paperback',
      'busco el libro treasure island',
      'хочу найти книгу treasure island',
      'haluaisin lukea treasure island',
    ]) {
      assert.deepEqual(find(query), ['Treasure Island'], query);
    }
    assert.deepEqual(find('ich suche das buch das schloss von kafka'), ['Das Schloss']);
  });

  it('are required if a book has all of them', () => {
    assert.deepEqual(find('penguin island'), ['Penguin Island']);
    assert.deepEqual(find('looking backward'), ['Looking Backward']);
    assert.deepEqual(find('searching pirates'), ['Searching for Pirates']);
  });

  it('are required if they belong to a title', () => {
    const { find: findTale } = buildIndex([
      indexedBook('The Canterbury Tales', { authors: ['Geoffrey Chaucer'] }),
      ...Array.from({ length: 9 }, (_, at) => `English Tales ${at}`),
      'A Visit to Canterbury',
      'Modern Manners',
    ]);
    for (const query of [
      'canterbury tales modern english',
      'chaucer canterbury tales penguin classics',
    ])
      assert.equal(findTale(query)[0], 'The Canterbury Tales', query);
  });

  it('do not hide a title that follows in the query', () => {
    assert.equal(find('treasure island shipping law merchants')[0], 'Treasure Island');
    assert.equal(find('merchants shipping law treasure island')[0], 'Treasure Island');
  });
});

describe('a word joined from the title and the author', () => {
  it('is separated, although another book has both parts in one field', () => {
    const { find } = buildIndex([
      indexedBook('Wuthering Heights', { authors: ['Emily Brontë'] }),
      'The Key to the Works of Brontë, with Wuthering Heights',
    ]);
    assert.equal(find('wuthering heightsbronte')[0], 'Wuthering Heights');
    assert.equal(find('wuthering heightsbronte').length, 2);
  });
});

describe('a word that resembles an unrelated one', () => {
  it('is omitted if the other words match more', () => {
    const { find } = buildIndex([
      'The Phantom of the Opera',
      ...Array.from({ length: 4 }, (_, at) => `Phantom Ships ${at}`),
      'Apró bűnök',
    ]);
    assert.equal(find('phantom of the oprah')[0], 'The Phantom of the Opera');
  });
});
