import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine, testApi } from '../harness.ts';
import { newOperator } from './console-client.ts';

forEachEngine('names in the console', (engine) => {
  it('follow one rule, and forms explain it', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', {
      name: ' Hollis\u00a0&  Wren ',
    });
    const [account] = await operator.data<{ name: string }[]>('GET', '/operator/accounts');
    assert.equal(account?.name, 'Hollis & Wren');
    const key = { kind: 'secret', tier: 'pro', environment: 'live' };
    const affiliate = { code: 'weekly', rate: '0.1' };
    const created: [path: string, member: string, body: object][] = [
      ['/operator/accounts', 'name', {}],
      [`/accounts/${id}/keys`, 'label', key],
      [`/accounts/${id}/deployments`, 'name', {}],
      [`/accounts/${id}/affiliates`, 'name', affiliate],
      ['/links/accept', 'name', { token: 'x' }],
    ];
    for (const [path, member, body] of created) {
      for (const name of ['a\u202eb', 'a\u2066b', 'a\u200bb', 'a\u001bb']) {
        const response = await operator.request('POST', path, { ...body, [member]: name });
        const { errors } = JSON.parse(await response.text());
        const [error] = errors ?? [];
        assert.deepEqual(
          [response.status, error?.pointer, error?.reason],
          [400, `/${member}`, 'invisible'],
          `${path}: ${JSON.stringify(name)}`,
        );
      }
      const long = { ...body, [member]: 'x'.repeat(201) };
      const { errors } = JSON.parse(await (await operator.request('POST', path, long)).text());
      assert.equal(errors?.[0]?.reason, 'too_long', path);
      if (path === '/links/accept') continue;
      const response = await operator.request('POST', path, { ...body, [member]: 'نامه‌ها 👩‍💻' });
      assert.equal(response.status, 201, path);
    }
  });
});
