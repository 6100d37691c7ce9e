import { Client } from 'pg';
import type { DatabaseLocation } from '../../../server/db/open.ts';
import { isOpenEnded, type Peer, wordsOf } from './peer.ts';

/** Matches and ranks once for both the page and the count, which is faster than two statements. */
const pageAndCount = (condition: string) => `
  with found as materialized (
    select ordinal, ts_rank(words, query) as rank
    from peer, to_tsquery('simple', $1) as query where words @@ query ${condition})
  select ordinal, (select count(*) from found) as total
  from found order by rank desc, ordinal limit $2`;

/**
 * PostgreSQL's own full-text search: `tsvector` with weights, a GIN index and `ts_rank`, after
 * vacuum and analyze.
 */
export const tsvectorPeer: Peer = {
  name: 'tsvector, ts_rank',

  async build(books, address) {
    const client = await connect(address);
    await client.query(`
      create unlogged table peer(
        ordinal integer primary key, popularity integer, languages text[], words tsvector)`);
    for await (const some of books) {
      await client.query(
        `insert into peer
         select ordinal, 0, string_to_array(languages, ' '),
           setweight(to_tsvector('simple', title), 'A') ||
           setweight(to_tsvector('simple', names), 'B') ||
           setweight(to_tsvector('simple', subjects), 'D')
         from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[])
           as book(ordinal, languages, title, names, subjects)`,
        [
          some.map(({ ordinal }) => ordinal),
          some.map(({ languages }) => languages.join(' ')),
          some.map(({ title, subtitle }) => `${title} ${subtitle ?? ''}`),
          some.map(({ names }) => names.join(' . ')),
          some.map(({ subjects }) => subjects.join(' . ')),
        ],
      );
    }
    await client.query('create index peer_words on peer using gin(words)');
    await client.query('create index peer_by_popularity on peer(popularity desc, ordinal)');
    await client.query('vacuum analyze peer');
    const { rows } = await client.query<{ bytes: string }>(
      `select pg_total_relation_size('peer') as bytes`,
    );
    await client.end();
    return Number(rows[0]?.bytes);
  },

  async open(address) {
    const client = await connect(address);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ask = async (name: string, text: string, values: unknown[]) => {
      const found = await client.query<{ ordinal: number }>({ name, text, values });
      return found.rows.map(({ ordinal }) => ordinal);
    };
    return {
      pids: [process.pid, ...rows.map(({ pid }) => pid)],
      async find({ text, language, hasFacets }, limit) {
        if (hasFacets) return null;
        if (text === null) {
          await ask('count', 'select count(*) from peer', []);
          const list = 'select ordinal from peer order by popularity desc, ordinal limit $1';
          return ask('list', list, [limit]);
        }
        const words = wordsOf(text);
        if (words.length === 0) return [];
        const query = words.join(' & ') + (isOpenEnded(text) ? ':*' : '');
        return language === null
          ? ask('page', pageAndCount(''), [query, limit])
          : ask('page in', pageAndCount('and languages @> array[$3]'), [query, limit, language]);
      },
    };
  },
};

async function connect(address: DatabaseLocation): Promise<Client> {
  if (!('url' in address)) throw new Error('tsvector requires PostgreSQL.');
  const client = new Client({ connectionString: address.url });
  await client.connect();
  return client;
}
