import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../harness.ts';

it('the query for a publisher’s books uses an index', async () => {
  const { query } = await testDatabase('sqlite');
  const { rows } = await sql<{ detail: string }>`
    explain query plan select ordinal from books where account_id = 'acc_1' and visibility = 'public'
    order by ordinal desc limit 61`.execute(query);
  const plan = rows.map(({ detail }) => detail).join('; ');
  assert.match(plan, /SEARCH books USING INDEX books_by_account/);
  assert.doesNotMatch(plan, /TEMP B-TREE/);
});
