import assert from 'node:assert/strict';
import { Problem } from '../../../server/http/problem.ts';
import type { DeployedApi } from './deployed-api.ts';

/** What a refusal names, with its status. */
export async function refusal(response: Response) {
  const text = await response.text();
  assert.match(response.headers.get('Content-Type') ?? '', /problem\+json/, text);
  const { status, code, errors = [] } = Problem.parse(JSON.parse(text));
  return { status, code, pointers: errors.map(({ pointer }) => pointer) };
}

/** Rows of a table. */
export async function countOf({ db }: DeployedApi, table: 'deployments' | 'deployment_files') {
  const { count } = await db.query
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
