import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../harness.ts';
import { apiWithWorker } from './api-with-worker.ts';
import { certificateOf, renewableTarget, trust } from './targets.ts';

const past = new Date('2021-01-01T00:00:00Z');

forEachEngine('a webhook whose receiver has an invalid certificate', (engine) => {
  for (const { title, host, name, notAfter, isTrusted, detail } of [
    {
      title: 'that has expired',
      host: `expired-${engine}.localhost`,
      name: `expired-${engine}.localhost`,
      notAfter: past,
      isTrusted: true,
      detail: 'The certificate has expired.',
    },
    {
      title: 'that is self-signed',
      host: `own-${engine}.localhost`,
      name: `own-${engine}.localhost`,
      isTrusted: false,
      detail: 'The certificate is self-signed.',
    },
    {
      title: 'for another host',
      host: `host-${engine}.localhost`,
      name: `another-${engine}.localhost`,
      isTrusted: true,
      detail: `The certificate is not valid for host-${engine}.localhost.`,
    },
  ]) {
    it(`${title} gets its deliveries after it is renewed`, async () => {
      const api = await apiWithWorker(engine);
      const invalid = await certificateOf(name, notAfter);
      if (isTrusted) trust(invalid);
      const renewed = await certificateOf(host);
      trust(renewed);
      const target = await renewableTarget(invalid);
      const { id } = await api.addWebhook(`https://${host}:${target.port}/hook`);
      const worker = api.startWorker();
      await api.happen();

      const failed = await api.delivery(id, ({ attemptCount }) => attemptCount === 1);
      assert.equal(failed.state, 'pending');
      assert.deepEqual(
        failed.attempts.map((one) => [one.status, one.reason, one.detail]),
        [[null, 'tls', detail]],
      );

      target.renew(renewed);
      api.clock.set(failed.nextAttemptAt ?? '');
      worker.wake();
      const done = await api.delivery(id, ({ state }) => state === 'delivered');
      assert.deepEqual(
        done.attempts.map(({ status }) => status),
        [null, 200],
      );
    });
  }
});
