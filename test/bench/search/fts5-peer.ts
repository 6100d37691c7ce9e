import { rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { DatabaseLocation } from '../../../server/db/open.ts';
import { isOpenEnded, type Peer, wordsOf } from './peer.ts';

/**
 * SQLite's FTS5 in a separate file, tuned as its manual recommends: contentless, with prefix
 * indexes, optimized, diacritics removed, a cache of 64 MB.
 */
export const fts5Peer: Peer = {
  name: 'FTS5, bm25',

  async build(books, address) {
    const path = pathOf(address);
    rmSync(path, { force: true });
    const db = new DatabaseSync(path);
    db.exec(`
      pragma journal_mode = off;
      create virtual table words using fts5(
        title, subtitle, names, subjects,
        content = '', prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2');
      insert into words(words, rank) values ('rank', 'bm25(10, 5, 5, 1)');
      create table books(ordinal integer primary key, popularity integer, languages text);
      begin`);
    const addWords = db.prepare(
      'insert into words(rowid, title, subtitle, names, subjects) values (?, ?, ?, ?, ?)',
    );
    const addBook = db.prepare('insert into books values (?, 0, ?)');
    for await (const some of books) {
      for (const { ordinal, title, subtitle, names, subjects, languages } of some) {
        addWords.run(ordinal, title, subtitle, names.join(' . '), subjects.join(' . '));
        addBook.run(ordinal, ` ${languages.join(' ')} `);
      }
    }
    db.exec(`commit;
      create index books_by_popularity on books(popularity desc, ordinal);
      insert into words(words) values ('optimize');
      analyze`);
    db.close();
    return statSync(path).size;
  },

  async open(address) {
    const db = new DatabaseSync(pathOf(address), { readOnly: true });
    db.exec('pragma cache_size = -64000');
    const page = db.prepare('select rowid from words where words match ? order by rank limit ?');
    const count = db.prepare('select count(*) as total from words where words match ?');
    const matching = `from words join books on books.ordinal = words.rowid
      where words match ? and languages like ?`;
    const pageIn = db.prepare(`select words.rowid ${matching} order by rank limit ?`);
    const countIn = db.prepare(`select count(*) as total ${matching}`);
    const list = db.prepare(
      'select ordinal as rowid from books order by popularity desc, ordinal limit ?',
    );
    const countAll = db.prepare('select count(*) as total from books');

    return {
      pids: [process.pid],
      async find({ text, language, hasFacets }, limit) {
        if (hasFacets) return null;
        if (text === null) {
          countAll.get();
          return list.all(limit).map(({ rowid }) => Number(rowid));
        }
        const words = wordsOf(text).map((word) => `"${word}"`);
        if (words.length === 0) return [];
        const match = words.join(' AND ') + (isOpenEnded(text) ? '*' : '');
        const like = `% ${language} %`;
        if (language === null) count.get(match);
        else countIn.get(match, like);
        const rows = language === null ? page.all(match, limit) : pageIn.all(match, like, limit);
        return rows.map(({ rowid }) => Number(rowid));
      },
    };
  },
};

function pathOf(address: DatabaseLocation): string {
  if ('url' in address) throw new Error('FTS5 requires SQLite.');
  return `${address.sqlitePath}.fts5`;
}
