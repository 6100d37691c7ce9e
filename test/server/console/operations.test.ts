import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkTokens } from '../../../server/deployments/check-tokens.ts';
import {
  countBackgroundError,
  listBackgroundErrors,
} from '../../../server/console/store/background-errors.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { codeOf, consoleClient, newMember, newOperator, tokenIn } from './console-client.ts';

forEachEngine('deployments, webhooks and system in the console', (engine) => {
  it('records each change of deployments and webhooks, and limits portals to their books', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', {
      name: 'Acme',
    });
    const owner = await newMember(api, operator, id, 'owner');
    const deployments = `/accounts/${id}/deployments`;

    const created = await owner.data<{ id: string }>('POST', deployments, { name: 'Books' });
    const one = `${deployments}/${created.id}`;
    const before = await owner.data<{ revision: number }>('GET', one);
    const red = { theme: { tokens: { '--svc-accent': '#9a1b1b' } } };
    const dim = { theme: { tokens: { '--svc-accent': '#eeeeee' } } };
    const path = `${one}?revision=${before.revision}`;
    assert.equal(await codeOf(await owner.request('PATCH', path, dim)), '422 contrast_too_low');
    await owner.data('PATCH', path, { ...red, features: { themes: ['light'] } });
    const outdated = await owner.request('PATCH', path, red);
    assert.equal(await codeOf(outdated), '412 precondition_failed');
    await owner.data('POST', `${one}/domains`, { host: 'books.acme.example' });
    const after = await owner.data<{ deployment: { keyId: string | null } }>('GET', one);
    assert.match(after.deployment.keyId ?? '', /^key_/, 'the first domain creates a key');

    const { text } = await owner.data<{ text: string }>('POST', `/accounts/${id}/keys`, {
      kind: 'secret',
      tier: 'pro',
      environment: 'live',
    });
    const url = 'https://shop.example/hooks';
    const own = await owner.data<{ webhook: { id: string } }>('POST', `/accounts/${id}/webhooks`, {
      url,
      events: ['*'],
    });
    const newLink = async (bookIds: string[]) =>
      fetch(`${api.url}/v1/webhooks/portal-link`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${text}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Quill', bookIds }),
      });
    assert.equal(await codeOf(await newLink(['bk_none'])), '404 book_not_found');
    const link = (await (await newLink([])).json()).data;
    const customer = consoleClient(api);
    await customer.data('POST', '/webhook-portal/open', { token: tokenIn(link.url) });
    const webhooks = '/webhook-portal/webhooks';
    assert.equal((await customer.data<unknown[]>('GET', webhooks)).length, 1);
    await customer.data('PATCH', `${webhooks}/${own.webhook.id}`, { enabled: false });

    // The session gives no other access, and the link opens no second session.
    assert.equal(
      await codeOf(await customer.request('GET', `/accounts/${id}/webhooks`)),
      '401 not_signed_in',
    );
    assert.equal((await owner.request('GET', webhooks)).status, 401);
    const again = { token: tokenIn(link.url) };
    assert.equal(
      await codeOf(await consoleClient(api).request('POST', '/webhook-portal/open', again)),
      '404 link_not_found',
    );
    const expired = (await (await newLink([])).json()).data;
    api.clock.advance(11 * 60);
    const late = { token: tokenIn(expired.url) };
    assert.equal(
      await codeOf(await consoleClient(api).request('POST', '/webhook-portal/open', late)),
      '404 link_not_found',
    );
    api.clock.advance(60 * 60);
    assert.equal((await customer.request('GET', webhooks)).status, 401, 'the session has ended');

    const log = await owner.data<{ action: string; actor: string }[]>(
      'GET',
      `/accounts/${id}/audit-log`,
    );
    const actions = new Map(log.map(({ action, actor }) => [action, actor]));
    assert.equal(actions.get('webhook.change'), 'webhook portal: Quill');
    for (const action of ['deployment.create', 'deployment.change', 'domain.add']) {
      assert.ok(actions.has(action), action);
    }

    for (const at of [1, 2]) {
      await countBackgroundError(api.db, 'refresh', 'no route', new Date(at));
    }
    const status = await operator.data<{ errors: unknown; isSearchReady: boolean }>(
      'GET',
      '/operator/system',
    );
    assert.deepEqual(status.errors, await listBackgroundErrors(api.db));
    assert.equal((await listBackgroundErrors(api.db))[0]?.count, 2);
  });
});

it('checks tokens one by one, so that a wrong one hides no other problem', () => {
  const { tokens, errors, problems } = checkTokens(
    { '--svc-background': 'url(x)', '--svc-accent': { light: '#dddd00' } },
    ['light', 'dark'],
  );
  assert.deepEqual(
    errors.map(({ token, theme }) => [token, theme]),
    [['--svc-background', null]],
  );
  assert.equal(tokens['--svc-background'], undefined);
  const [problem] = problems;
  assert.deepEqual([problem?.token, problem?.theme, problems.length], ['--svc-accent', 'light', 1]);
  const corrected = checkTokens({ '--svc-accent': { light: problem?.nearest ?? '' } }, ['light']);
  assert.deepEqual(corrected.problems, []);
});
