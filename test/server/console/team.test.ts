import assert from 'node:assert/strict';
import { it } from 'node:test';
import { putMember } from '../../../server/console/store/accounts.ts';
import { forEachEngine, type TestApi, testApi } from '../harness.ts';
import {
  codeOf,
  type ConsoleClient,
  consoleClient,
  goodPassword,
  newMember,
  newOperator,
  tokenIn,
} from './console-client.ts';

/** Pairs of concurrent requests. One pair rarely meets in the database. */
const pairs = 3;

forEachEngine('the team of an account', (engine) => {
  it('keeps one of two owners who remove or demote each other at the same time', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    for (let pair = 0; pair < pairs; pair += 1) {
      const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', {
        name: `Acme ${pair}`,
      });
      const one = await newMember(api, operator, id, 'owner');
      const other = await join(api, operator, id, { email: `b${pair}@example.com`, role: 'owner' });
      const [first, second] = [await userId(one), await userId(other)];
      const isRemoval = pair % 2 === 0;
      const change = (client: ConsoleClient, member: string) => {
        const path = `/accounts/${id}/members/${member}`;
        return isRemoval
          ? client.request('DELETE', path)
          : client.request('PATCH', path, { role: 'analyst' });
      };
      const answers = await Promise.all([change(one, second), change(other, first)]);
      const members = await operator.data<{ role: string }[]>('GET', `/accounts/${id}/members`);
      const owners = members.filter(({ role }) => role === 'owner');
      const statuses = answers.map(({ status }) => status);
      assert.equal(owners.length, 1, statuses.join());
      assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join());
    }
  });

  it('keeps its only owner, who can neither leave nor be invited to another role', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', {
      name: 'Acme',
    });
    const owner = await newMember(api, operator, id, 'owner');
    const user = await userId(owner);
    const path = `/accounts/${id}/members/${user}`;
    assert.equal(await codeOf(await owner.request('DELETE', path)), '409 conflict');
    assert.equal(
      await codeOf(await owner.request('PATCH', path, { role: 'editor' })),
      '409 conflict',
    );
    const { user: self } = await owner.data<{ user: { email: string } }>('GET', '/session');
    const invitation = await owner.request('POST', `/accounts/${id}/invitations`, {
      email: self.email,
      role: 'analyst',
    });
    const { errors } = await invitation.json();
    assert.equal(invitation.status, 409);
    assert.deepEqual([errors[0].pointer, errors[0].reason], ['/email', 'member']);
    // An invitation that was sent before the person became the owner.
    const member = { accountId: id, userId: user, role: 'editor', partnerId: null } as const;
    await assert.rejects(
      api.db.transaction((tx) => putMember(tx, member, api.clock.now().toISOString())),
      /needs an owner/,
    );
  });

  it('keeps one of two operators who remove each other at the same time', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    for (let pair = 0; pair < pairs; pair += 1) {
      const email = `op${pair}@example.com`;
      const { url } = await operator.data<{ url: string }>('POST', '/operator/invitations', {
        email,
      });
      const other = consoleClient(api);
      const person = { token: tokenIn(url), name: 'Other', password: goodPassword };
      await other.data('POST', '/links/accept', person);
      const [first, second] = [await userId(operator), await userId(other)];
      await Promise.all([
        operator.request('DELETE', `/operator/operators/${second}`),
        other.request('DELETE', `/operator/operators/${first}`),
      ]);
      const rows = await api.db.query
        .selectFrom('users')
        .select('id')
        .where('is_operator', '=', 1)
        .execute();
      assert.equal(rows.length, 1);
      // The first operator signs in again for the next pair.
      await api.db.query.updateTable('users').set({ is_operator: 0 }).execute();
      await api.db.query
        .updateTable('users')
        .set({ is_operator: 1 })
        .where('id', '=', first)
        .execute();
      const credentials = { email: 'op@example.com', password: goodPassword };
      await operator.data('POST', '/sign-in', credentials);
    }
  });
});

async function userId(client: ConsoleClient): Promise<string> {
  const { user } = await client.data<{ user: { id: string } }>('GET', '/session');
  return user.id;
}

async function join(
  api: TestApi,
  inviter: ConsoleClient,
  accountId: string,
  order: { email: string; role: string },
): Promise<ConsoleClient> {
  const path = `/accounts/${accountId}/invitations`;
  const { url } = await inviter.data<{ url: string }>('POST', path, order);
  const member = consoleClient(api);
  const person = { token: tokenIn(url), name: 'Other', password: goodPassword };
  await member.data('POST', '/links/accept', person);
  return member;
}
