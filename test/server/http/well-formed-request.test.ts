import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine, testApi } from '../harness.ts';

forEachEngine('a query string', (engine) => {
  it('that is malformed or repeats a parameter is rejected on every route, with the parameter name', async () => {
    const api = await testApi(engine);
    const { text: key } = await api.newKey();
    const faults: [query: string, parameter: string][] = [
      ['base=%00', 'base'],
      ['base=EUR&symbols=%ED%A0%80', 'symbols'],
      ['base=%C3', 'base'],
      ['base=%', 'base'],
      ['%C3=1', '%C3'],
      ['b%00=1', 'b%00'],
      ['base=EUR&base=USD', 'base'],
      ['base=EUR&b%61se=USD', 'base'],
      ['x&x', 'x'],
    ];
    for (const [query, parameter] of faults) {
      const response = await api.request(`/v1/rates?${query}`, { key });
      assert.equal(response.status, 400, query);
      const problem = await response.json();
      assert.equal(problem.code, 'invalid_request');
      assert.equal(problem.errors[0].parameter, parameter, query);
    }
    assert.equal((await api.request('/v1/rates?&base=EUR&', { key })).status, 200);
    assert.equal((await api.request('/v1/nothing?a=%00', { key })).status, 404);
  });
});
