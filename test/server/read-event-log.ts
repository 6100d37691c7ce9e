import { Event } from '../../server/events/contract.ts';
import type { TestApi } from './harness.ts';

/** Events of an account, in log order. */
export async function readEventLog(
  { db, keyContext }: TestApi,
  account = 'acme',
): Promise<Event[]> {
  const accountId = await keyContext.store.findOrCreateAccount(
    account,
    keyContext.newId('acc'),
    '2026-11-21T12:00:00Z',
  );
  const rows = await db.query
    .selectFrom('events')
    .select('body')
    .where('account_id', '=', accountId)
    .orderBy('position')
    .execute();
  return rows.map(({ body }) => Event.parse(JSON.parse(body)));
}

/** Sends a write with a JSON body. */
export function sendJson(
  api: TestApi,
  method: string,
  path: string,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return api.request(path, {
    key,
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}
