import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { certificateReader, isRenewalOverdue } from '../../../server/console/domain-certificate.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { certificateOf, httpTarget, tlsTarget, trust } from '../webhooks/targets.ts';
import { codeOf, newMember, newOperator } from './console-client.ts';

/** The machine's time in whole seconds, like the dates of certificates. TLS uses it too. */
const startMs = Math.floor(Date.now() / 1000) * 1000;
const now = () => new Date(startMs);
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(now().getTime() + days * dayMs);
/** Reads the certificate of a name that resolves to this machine. */
const readAt = (port: number, host: string) =>
  certificateReader({ resolve: async () => [], allowLoopback: true, now, port })(host);

describe('the certificate of a domain', () => {
  for (const { title, days, isTrusted = true, name, state } of [
    { title: 'is valid', days: 400, state: 'valid' },
    { title: 'should have been renewed', days: 5, state: 'expiring' },
    {
      title: 'is from an authority that browsers do not know',
      days: 400,
      isTrusted: false,
      state: 'untrusted',
    },
    { title: 'is for another name', days: 400, name: 'elsewhere.localhost', state: 'wrong_name' },
  ]) {
    it(title, async () => {
      const host = `${state.replace('_', '-')}-domain.localhost`;
      const certificate = await certificateOf(name ?? host, inDays(days));
      if (isTrusted) trust(certificate);
      const { port } = await tlsTarget(certificate);
      assert.deepEqual(await readAt(port, host), {
        state,
        expiresAt: inDays(days).toISOString(),
        issuer: name ?? host,
      });
    });
  }

  it('has expired', async () => {
    const host = 'expired-domain.localhost';
    const certificate = await certificateOf(host, new Date('2021-01-01T00:00:00Z'));
    trust(certificate);
    const { port } = await tlsTarget(certificate);
    const { state, expiresAt } = await readAt(port, host);
    assert.deepEqual([state, expiresAt], ['expired', '2021-01-01T00:00:00.000Z']);
  });

  it('is missing if the domain has no public address, accepts no connections or has no TLS', async () => {
    const { port } = await httpTarget((_, response) => response.end());
    const stateOf = async (resolve: () => Promise<string[]>, host: string, at = port) => {
      const read = certificateReader({ resolve, allowLoopback: true, now, port: at });
      const { state, expiresAt, issuer } = await read(host);
      assert.deepEqual([expiresAt, issuer], [null, null]);
      return state;
    };
    const missing = () => Promise.reject(new Error('queryA ENOTFOUND'));
    assert.equal(await stateOf(missing, 'books.example'), 'no_address');
    assert.equal(await stateOf(async () => ['10.0.0.7'], 'books.example'), 'no_address');
    assert.equal(await stateOf(async () => ['127.0.0.1'], 'books.example', 1), 'unreachable');
    assert.equal(await stateOf(async () => ['127.0.0.1'], 'books.example'), 'no_tls');
  });

  it('of a short lifetime is renewed after two thirds of it', () => {
    const certificate = {
      valid_from: inDays(-5).toUTCString(),
      valid_to: inDays(2.5).toUTCString(),
    };
    assert.equal(isRenewalOverdue(certificate, now()), false);
    assert.equal(isRenewalOverdue(certificate, inDays(2)), true);
  });
});

forEachEngine('the route of a domain’s certificate', (engine) => {
  it('does not connect to domains before they are verified', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', {
      name: 'Acme',
    });
    const editor = await newMember(api, operator, id, 'editor');
    const deployments = `/accounts/${id}/deployments`;
    const created = await editor.data<{ id: string }>('POST', deployments, { name: 'Books' });
    const domains = `${deployments}/${created.id}/domains`;
    await editor.data('POST', domains, { host: 'books.acme.example' });
    const own = await editor.request('GET', `${domains}/books.acme.example/certificate`);
    assert.equal(await codeOf(own), '409 conflict');
    const other = await editor.request('GET', `${domains}/books.globex.example/certificate`);
    assert.equal(await codeOf(other), '404 domain_not_found');
  });
});
