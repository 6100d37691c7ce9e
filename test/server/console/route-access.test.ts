import assert from 'node:assert/strict';
import { it } from 'node:test';
import { accountRoles } from '../../../server/console/contract.ts';
import { confirmedRoutes, routeAccess } from '../../../server/console/route-access.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { type ConsoleClient, consoleClient, newMember, newOperator } from './console-client.ts';

/**
 * Statuses with which the guard rejects a request. Routes that the guard allows respond with other
 * statuses.
 */
const rejected = { signedOut: 401, role: 403, foreign: 404 };

forEachEngine('routes × roles of the console', (engine) => {
  it('decides every route by the table, for every role, and hides other accounts', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', {
      name: 'Acme',
    });
    const other = await operator.data<{ id: string }>('POST', '/operator/accounts', {
      name: 'Globex',
    });
    const members = new Map<string, ConsoleClient>();
    for (const role of accountRoles) {
      // Partners are invited with their affiliate. Here, only the role matters.
      const invited = role === 'partner' ? 'analyst' : role;
      const account = role === 'partner' ? other.id : id;
      members.set(role, await newMember(api, operator, account, invited));
    }
    await api.db.query
      .updateTable('members')
      .set({ role: 'partner', account_id: id })
      .where('account_id', '=', other.id)
      .execute();

    for (const [name, access] of Object.entries(routeAccess)) {
      const [method = '', url = ''] = name.split(' ');
      const path = (accountId: string) =>
        url
          .replace('/console/api', '')
          .replace(':accountId', accountId)
          .replaceAll(/:\w+/g, 'missing');
      const send = async (client: ConsoleClient, accountId = id) => {
        // Ending the session would end the test.
        if (name === 'DELETE /console/api/session') return 200;
        const body = method === 'GET' || method === 'DELETE' ? undefined : {};
        const response = await client.request(method, path(accountId), body);
        const text = await response.text();
        const code = /"code":"(\w+)"/.exec(text)?.[1];
        return code === 'not_found' || code === 'key_not_found' ? code : response.status;
      };
      const nobody = await send(consoleClient(api));
      if (access === 'anyone') assert.notEqual(nobody, rejected.role, name);
      else if (name !== 'DELETE /console/api/session') {
        assert.equal(nobody, rejected.signedOut, `${name} without a session`);
      }
      if (access === 'portal') {
        // Neither members nor the operator has access without a portal link.
        assert.equal(await send(operator), rejected.signedOut, `${name} as operator`);
        continue;
      }
      if (access === 'anyone' || access === 'session' || access === 'user') continue;
      for (const role of accountRoles) {
        const client = members.get(role) ?? consoleClient(api);
        const status = await send(client);
        if (access === 'operator') {
          assert.equal(status, 'not_found', `${name} as ${role}`);
          continue;
        }
        const isAllowed = access.includes(role);
        assert.equal(status === rejected.role, !isAllowed, `${name} as ${role}: ${status}`);
        assert.equal(await send(client, other.id), rejected.foreign, `${name}, foreign account`);
        assert.equal(await send(client, 'acc_none'), rejected.foreign, `${name}, no account`);
      }
      const asOperator = await send(operator);
      assert.notEqual(asOperator, rejected.role, `${name} as operator`);
      assert.notEqual(asOperator, 500, `${name} as operator`);
    }
  });

  it('limits single sign-on to its account, and requires second factors and confirmations', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const names = ['Acme', 'Globex'];
    const [id = '', other = ''] = await Promise.all(
      names.map(async (name) => {
        const account = await operator.data<{ id: string }>('POST', '/operator/accounts', { name });
        return account.id;
      }),
    );
    const codeOfRoute = async (name: string, accountId = id) => {
      const [method = '', url = ''] = name.split(' ');
      const path = url.replace('/console/api', '').replace(':accountId', accountId);
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const response = await operator.request(method, path.replaceAll(/:\w+/g, 'missing'), body);
      return /"code":"(\w+)"/.exec(await response.text())?.[1];
    };
    const entries = Object.entries(routeAccess);
    const accountRoutes = entries.flatMap(([name, access]) => (Array.isArray(access) ? name : []));
    const { query } = api.db;

    api.clock.advance(901);
    for (const name of confirmedRoutes) {
      assert.equal(await codeOfRoute(name), 'confirmation_required', name);
    }

    await query.updateTable('accounts').set({ requires_second_factor: 1 }).execute();
    for (const name of accountRoutes) {
      assert.equal(await codeOfRoute(name), 'second_factor_required', name);
    }
    await query.updateTable('accounts').set({ requires_second_factor: 0 }).execute();

    // An account's provider must not grant operator rights.
    const { user } = await operator.data<{ user: { id: string } }>('GET', '/session');
    const member = { account_id: id, user_id: user.id, role: 'owner', created_at: '' } as const;
    await query.insertInto('members').values(member).execute();
    await query.updateTable('console_sessions').set({ method: 'sso', account_id: id }).execute();
    for (const [name, access] of entries) {
      if (access === 'user') assert.equal(await codeOfRoute(name), 'role_denied', name);
      if (access === 'operator') assert.equal(await codeOfRoute(name), 'not_found', name);
    }
    for (const name of accountRoutes) {
      assert.equal(await codeOfRoute(name, other), 'account_not_found', name);
    }
    assert.equal(await codeOfRoute('GET /console/api/accounts/:accountId/members'), undefined);
  });

  it('does not start with a route that the table lacks', async () => {
    const withRoute = testApi(engine, {
      plugins: [async (app) => void app.get('/console/api/secret', async () => ({}))],
    });
    await assert.rejects(withRoute, /GET \/console\/api\/secret is missing in/);
  });
});
