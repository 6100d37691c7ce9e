import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom } from '../../bench/search/random.ts';
import { bookQuery, buildIndex, indexedBook } from './index-fixtures.ts';

describe('words of a query', () => {
  it('are optional if they are function words', () => {
    const { find } = buildIndex([
      indexedBook('Moby Dick', { authors: ['Herman Melville'] }),
      indexedBook('It', { authors: ['Hayden Howard'] }),
      indexedBook('Faust', { authors: ['Johann Wolfgang von Goethe'] }),
    ]);
    assert.deepEqual(find('moby dick by herman melville'), ['Moby Dick']);
    assert.deepEqual(find('faust von goethe'), ['Faust']);
    assert.deepEqual(find('it')[0], 'It');
  });

  it('are optional if they are years, but count', () => {
    const { find } = buildIndex([
      indexedBook('Tales', { authors: ['George Crabbe'] }),
      indexedBook('The Southern Messenger, Volume 1, 1834', { subjects: ['Tales'] }),
      'The War of 1812',
      'War',
      'War and Peace',
    ]);
    assert.equal(find('tales 1834')[0], 'Tales');
    assert.equal(find('war of 1812')[0], 'The War of 1812');
    assert.equal(find('1834')[0], 'The Southern Messenger, Volume 1, 1834');
  });

  it('match numbers in every notation', () => {
    const { find } = buildIndex([
      'Around the World in Eighty Days',
      'Le tour du monde en quatre-vingts jours',
      'Twenty Thousand Leagues under the Sea',
      'Henry V',
      'The 39 Steps',
      'The Thousand and One Nights',
    ]);
    assert.deepEqual(find('around the world in 80 days')[0], 'Around the World in Eighty Days');
    assert.deepEqual(
      find('tour du monde en 80 jours')[0],
      'Le tour du monde en quatre-vingts jours',
    );
    assert.deepEqual(find('20,000 leagues'), ['Twenty Thousand Leagues under the Sea']);
    assert.deepEqual(find('henry 5')[0], 'Henry V');
    assert.deepEqual(find('thirty-nine steps')[0], 'The 39 Steps');
    assert.deepEqual(find('1001 nights'), ['The Thousand and One Nights']);
  });

  it('match Roman numerals of volumes in lower case, and British and American spelling', () => {
    const volumes = ['Volume 1', 'Volume 4', 'Volume 10'].map((one) => `Old English Plays, ${one}`);
    const { find } = buildIndex([...volumes, 'Speed the Plough', 'The Plow Woman']);
    assert.equal(find('old english plays vol x')[0], 'Old English Plays, Volume 10');
    assert.equal(find('old english plays vol. i')[0], 'Old English Plays, Volume 1');
    assert.equal(find('speed the plow')[0], 'Speed the Plough');
  });

  it('match if they were typed without spaces', () => {
    const { index, find } = buildIndex([
      indexedBook('Pride and Prejudice', { authors: ['Jane Austen'] }),
      'Around the World in 80 Days',
      'Война и мир',
      'Rides and Juice',
      indexedBook('Leviathan', { authors: ['Thomas Hobbes'] }),
    ]);
    assert.deepEqual(find('prideandprejudice'), ['Pride and Prejudice']);
    const { hits, suggestion } = index.find(bookQuery({ text: '#PrideAndPrejudice' }));
    assert.deepEqual([hits.length, suggestion], [1, '#pride and prejudice']);
    assert.deepEqual(find('austen prideandprejudice'), ['Pride and Prejudice']);
    assert.deepEqual(find('aroundtheworldin80days'), ['Around the World in 80 Days']);
    assert.deepEqual(find('leviathanhobbes'), ['Leviathan']);
    assert.deepEqual(find('войнаимир'), ['Война и мир']);
    assert.deepEqual(find('prideandqzx'), []);
    assert.deepEqual(find('pridehobbesworld'), []);
  });

  it('match compounds, possessives, abbreviations and initials in every form', () => {
    const wells = { authors: ['H. G. Wells'], surnames: ['Wells'] };
    const { find } = buildIndex([
      'A Doll’s House',
      'The Dollhouse Murders',
      indexedBook('The Island of Doctor Moreau', wells),
    ]);
    assert.deepEqual(find('doll house').toSorted(), ['A Doll’s House', 'The Dollhouse Murders']);
    for (const text of ['dr moreau', 'hg wells moreau', 'h g wells', 'h.g. wells ']) {
      assert.deepEqual(find(text)[0], 'The Island of Doctor Moreau', text);
    }
  });

  it('match the two words that they abbreviate', () => {
    const { find } = buildIndex([
      'History of the United States',
      'The War with Us',
      'Great Poems of the World War',
      'The Athenian Constitution',
      'The United States Constitution',
      'R.U.R.',
      'Rural Architecture',
      'The Cruise of H. M. S. Beagle',
    ]);
    assert.equal(find('usa history')[0], 'History of the United States');
    assert.equal(find('us constitution')[0], 'The United States Constitution');
    assert.equal(find('ww1 poems')[0], 'Great Poems of the World War');
    assert.equal(find('war with us')[0], 'The War with Us');
    assert.equal(find('rur')[0], 'R.U.R.');
    assert.equal(find('hms beagle')[0], 'The Cruise of H. M. S. Beagle');
  });

  it('match in other scripts and character forms', () => {
    const { find } = buildIndex([
      '紅樓夢',
      indexedBook('Kokoro', { authors: ['Soseki Natsume'], otherNames: ['夏目 漱石'] }),
      indexedBook('The Idiot', {
        authors: ['Fyodor Dostoyevsky'],
        otherNames: ['Достоевский, Фёдор'],
      }),
    ]);
    assert.deepEqual(find('红楼梦'), ['紅樓夢']);
    assert.deepEqual(find('夏目漱石'), ['Kokoro']);
    assert.deepEqual(find('достоевский идиот'), ['The Idiot']);
  });

  it('match classical names in other languages, after the same form', () => {
    const { find } = buildIndex([
      indexedBook('The Works', { authors: ['Horace'] }),
      indexedBook('La villa', { authors: ['Orazio Bacci'] }),
      indexedBook('The Odyssey', { authors: ['Homer'] }),
      indexedBook('Die Odyssee', { authors: ['Homer'] }),
    ]);
    assert.deepEqual(find('Orazio'), ['La villa', 'The Works']);
    assert.deepEqual(find('Odyssee '), ['Die Odyssee', 'The Odyssey']);
    for (const query of ['omero', 'Homère odyssée', 'homero odisea', 'Odisséia Homero'])
      assert.deepEqual(new Set(find(query)), new Set(['The Odyssey', 'Die Odyssee']), query);
  });

  it('match Chinese, Russian and Greek titles in Latin letters, in any romanization', () => {
    const laozi = { authors: ['Laozi'], otherNames: ['老子', 'Lao Tzu'] };
    const { find } = buildIndex([
      indexedBook('道德經', { ...laozi, languages: ['zh'] }),
      indexedBook('The Tao Teh King', laozi),
      indexedBook('山海經', { languages: ['zh'] }),
      indexedBook('三國志演義', { languages: ['zh'] }),
      indexedBook('Детство', { authors: ['Leo Tolstoy'], languages: ['ru'] }),
      indexedBook('Ομήρου Οδύσσεια', { authors: ['Homer'], languages: ['el'] }),
      indexedBook('The King', { authors: ['Robert Chambers'] }),
    ]);
    assert.deepEqual(find('tao te ching').toSorted(), ['The Tao Teh King', '道德經']);
    for (const text of ['dao de jing', 'daodejing', 'dao de jing laozi']) {
      assert.equal(find(text)[0], '道德經', text);
    }
    for (const text of ['shan hai ching', 'shan hai jing', 'shanhaijing']) {
      assert.deepEqual(find(text), ['山海經'], text);
    }
    assert.deepEqual(find('san kuo yen i'), ['三國志演義']);
    assert.deepEqual(find('sanguozhi'), ['三國志演義']);
    for (const text of ['detstvo', 'tolstoy detstvo']) assert.deepEqual(find(text), ['Детство']);
    for (const text of ['omirou odysseia', 'omerou odusseia', 'omirou odissia']) {
      assert.equal(find(text)[0], 'Ομήρου Οδύσσεια', text);
    }
  });

  it('may be prefixes of the words in a title', () => {
    const { find } = buildIndex([
      indexedBook('The Memoirs of Victor Hugo', { authors: ['Victor Hugo'] }),
      indexedBook('Les Misérables', { authors: ['Victor Hugo'] }),
      indexedBook('Crime and Punishment', { authors: ['Fyodor Dostoyevsky'] }),
    ]);
    assert.equal(find('les mis hugo')[0], 'Les Misérables');
    assert.equal(find('crim pun dost')[0], 'Crime and Punishment');
  });

  it('may be more than the title and the author', () => {
    const { find } = buildIndex([
      indexedBook('The Odyssey', { authors: ['Homer'] }),
      indexedBook('The Authoress of the Odyssey', {
        authors: ['Samuel Butler'],
        subjects: ['Homer'],
      }),
    ]);
    assert.equal(find('odyssey homer butler')[0], 'The Odyssey');
  });

  it('that no title has find the other books of a well-known author', () => {
    const chekhov = { authors: ['Anton Chekhov'] };
    const plays = Array.from({ length: 20 }, (_, at) =>
      indexedBook(`Plays ${at}`, { ...chekhov, languages: [['en', 'de', 'fi'][at % 3] ?? 'en'] }),
    );
    const { find } = buildIndex([
      indexedBook('Early Lessons: the Cherry Orchard', { authors: ['Maria Edgeworth'] }),
      ...plays,
    ]);
    const found = find('chekhov cherry orchard');
    assert.equal(found[0], 'Early Lessons: the Cherry Orchard');
    assert.match(found[1] ?? '', /^Plays/);
    assert.match(find('chekov sea gull ')[0] ?? '', /^Plays/);
  });

  it('that are ordinary words precede an unknown author of that name, but not a well-known one', () => {
    const titles = Array.from({ length: 12 }, (_, at) => `A Swift Whale ${at}`);
    const { find } = buildIndex([
      ...titles,
      indexedBook('British Airships', { authors: ['George Whale'] }),
      ...Array.from({ length: 80 }, (_, at) =>
        indexedBook(`Satire ${at}`, { authors: ['Jonathan Swift'] }),
      ),
    ]);
    assert.match(find('whale')[0] ?? '', /Whale/);
    assert.match(find('swift')[0] ?? '', /Satire/);
  });

  it('find books by an author before books of better-known people to which the author contributed', () => {
    const { find } = buildIndex([
      ...Array.from({ length: 80 }, (_, at) =>
        indexedBook(`Fairy Tale ${at}`, { authors: ['Hans Andersen'] }),
      ),
      indexedBook('Collected Tales', { authors: ['Hans Andersen', 'Walter Crane'] }),
      indexedBook('The Frog Prince', { authors: ['Walter Crane'] }),
      indexedBook('Bluebeard', { authors: ['Walter Crane'] }),
    ]);
    assert.equal(find('crane').at(-1), 'Collected Tales');
  });

  it('may name the language of a book', () => {
    const { find } = buildIndex([
      indexedBook('Les misérables', { languages: ['fr'] }),
      indexedBook('Los miserables', { languages: ['es'], subjects: ['Les misérables'] }),
      indexedBook('Parish Registers', { languages: ['en'], subjects: ['Misérables'] }),
    ]);
    for (const name of ['spanish', 'español', 'auf spanisch', 'en espagnol']) {
      assert.equal(find(`les miserables ${name}`)[0], 'Los miserables', name);
    }
  });

  it('may name a genre, which is required if many books have it beside the other words', () => {
    const { find } = buildIndex([
      ...Array.from({ length: 12 }, (_, at) => `The History of a Village ${at}`),
      ...Array.from({ length: 12 }, (_, at) => `Roman Studies in History ${at}`),
      indexedBook('Emma', { authors: ['Jane Austen'] }),
    ]);
    assert.ok(find('roman history').every((title) => title.startsWith('Roman')));
    assert.deepEqual(find('emma roman jane austen'), ['Emma']);
  });

  it('are omitted rather than corrected if many books contain them', () => {
    const { find } = buildIndex([
      'Trench Warfare',
      ...Array.from({ length: 120 }, (_, at) => `The Trench ${at}`),
      ...Array.from({ length: 12 }, (_, at) => `French Memoirs ${at}`),
    ]);
    assert.equal(find('trench warfare memoirs')[0], 'Trench Warfare');
  });

  it('omit the genre at the start of a title', () => {
    const { find } = buildIndex([
      'Tom Sawyer Abroad',
      'Tom Sawyer, Detective',
      'The Adventures of Tom Sawyer',
    ]);
    assert.equal(find('tom sawyer')[0], 'The Adventures of Tom Sawyer');
  });

  it('may be omitted or misspelled if the title or the author is complete', () => {
    const austen = { authors: ['Jane Austen'] };
    const { find } = buildIndex([
      indexedBook('Outpost', { authors: ['Jane Austin'], ordinal: 1 }),
      ...['Emma', 'Persuasion', 'Lady Susan', 'Sanditon', 'The Watsons'].map((title) =>
        indexedBook(title, austen),
      ),
      indexedBook('Emma, translated', { ...austen, languages: ['fr'] }),
    ]);
    assert.ok(find('jane austin').slice(0, 3).includes('Emma'));
    assert.ok(find('jane austin').includes('Outpost'));
  });

  it('may all be misspelled, also as words of other books', () => {
    const { find } = buildIndex([
      ...['Emma', 'Persuasion', 'Lady Susan', 'Sanditon', 'The Watsons', 'Love and Friendship'].map(
        (title, at) =>
          indexedBook(title, {
            authors: ['Jane Austen'],
            languages: at % 2 ? ['en'] : ['fr', 'de'],
          }),
      ),
      indexedBook('Outpost', { authors: ['Jane Austin'] }),
      indexedBook('Back Home', { otherNames: ['Collier, Nick Sherlock'] }),
      'The Home Book of Homes',
      'The Adventures of Sherlock Holmes',
      'The Return of Sherlock Holmes',
    ]);
    assert.match(
      find('jayne austin')[0] ?? '',
      /Emma|Persuasion|Susan|Sanditon|Watsons|Friendship/,
    );
    for (const text of ['sherlock homes', 'sherlok homes', 'shurlock homes']) {
      assert.match(find(text)[0] ?? '', /Sherlock Holmes/, text);
    }
  });
});

describe('explained hit', () => {
  it('shows the parts of its score and what each word matched', () => {
    const { index } = buildIndex([
      indexedBook('The Whale', { authors: ['Herman Melville'], surnames: ['Melville'] }),
    ]);
    const page = index.find(bookQuery({ text: 'the whales by melvile', explain: true }));
    const explanation = page.explanations.get(1);
    const sum = Object.values(explanation?.parts ?? {}).reduce((all, part) => all + part, 0);
    assert.ok(explanation && Math.abs(sum - explanation.score) < 0.001);
    assert.deepEqual(
      explanation.words.map(({ typed, matched, match }) => [typed, matched, match]),
      [
        ['the', 'the', 'exact'],
        ['whales', 'whale', 'inflection'],
        ['by', null, null],
        ['melvile', 'melville', 'typo'],
      ],
    );
  });
});

describe('many hits', () => {
  it('are ranked as if every one of them were scored', () => {
    const books = Array.from({ length: 4000 }, (_, at) =>
      indexedBook(
        `${['Sea', 'The Sea', 'Old Sea', 'Sea of Stone'][at % 4]}${at % 7 ? '' : ' Bird'}`,
        {
          popularity: (at * 7919) % 500,
        },
      ),
    );
    const { index } = buildIndex(books);
    const first = index.find(bookQuery({ text: 'sea ', limit: 50 })).hits;
    const all = index.find(bookQuery({ text: 'sea ', limit: 4000 })).hits;
    assert.deepEqual(first, all.slice(0, 50));
    const keys = all.map(({ key }) => Number(key));
    assert.deepEqual(
      keys,
      keys.toSorted((a, b) => a - b),
    );
  });

  it('are the first of all hits for any query and page', () => {
    const random = seededRandom(31);
    const words = ['the', 'sea', 'seal', 'a', 'of', 'stone', 'old', 'an', 'ash', 'wells', 's'];
    const text = (most: number) =>
      Array.from({ length: 1 + random.below(most) }, () => random.pick(words)).join(' ');
    const books = Array.from({ length: 6000 }, (_, at) =>
      indexedBook(text(5), {
        ordinal: at + 1,
        subtitle: random.below(3) === 0 ? text(3) : null,
        authors: [
          `${random.pick(['Ann', 'S. A.', 'H. G.'])} ${random.pick(['Sea', 'Wells', 'Ash'])}`,
        ],
        subjects: random.below(2) === 0 ? [text(2)] : [],
        popularity: random.below(4) === 0 ? random.below(900) : 0,
        workId: `wrk_${random.below(5000)}`,
      }),
    );
    const { index } = buildIndex(books);
    const queries = ['s', 'a', 'the', 'the s', 'sea ', 'se', 'sea wells', 'a sea of', 'ash a'];
    for (const typed of [...queries, 'sea of s', 'sea the o', 'old of a']) {
      for (const collapse of [false, true]) {
        const query = bookQuery({ text: typed, collapse, limit: 15 });
        const all = index.find({ ...query, limit: 6000 });
        const first = index.find(query);
        const after = first.hits.at(-1) ?? null;
        const second = index.find({ ...query, after });
        assert.ok(all.total > 1500 || collapse, `${typed}: ${all.total}`);
        assert.deepEqual([...first.hits, ...second.hits], all.hits.slice(0, 30), typed);
        assert.equal(all.hits.length, all.total);
      }
    }
  });
});
