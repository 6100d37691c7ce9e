import assert from 'node:assert/strict';
import { it } from 'node:test';
import { clockWatch } from '../../server/set-back-clock.ts';
import { forEachEngine, TestClock } from './harness.ts';
import { apiWithWorker } from './webhooks/api-with-worker.ts';
import { receiver } from './webhooks/receiver.ts';

const pause = async () => undefined;

forEachEngine('a clock that was ahead', (engine) => {
  for (const [name, startsBefore] of [
    ['while the process runs', true],
    ['before the process started', false],
  ] as const) {
    it(`does not delay deliveries after it is set back ${name}`, async () => {
      const clock = new TestClock(new Date().toISOString());
      const api = await apiWithWorker(engine, { clock });
      const target = await receiver((response) => response.writeHead(500).end());
      const { id } = await api.addWebhook(target.url);
      const aheadWatch = clockWatch(api.db, clock.now);
      await aheadWatch(pause);

      clock.advance(7 * 24 * 3600);
      await aheadWatch(pause);
      const failing = api.startWorker();
      await api.happen();
      await target.count(1);
      while ((await api.deliveriesOf(id)).some(({ attemptCount }) => attemptCount === 0));
      await failing.stop();
      target.become(undefined);

      clock.advance(-7 * 24 * 3600 + 60);
      const watch = startsBefore ? aheadWatch : clockWatch(api.db, clock.now);
      // Another process with the wrong clock may still be running.
      if (engine === 'postgres' && !startsBefore) assert.equal(await watch(pause), 0);
      clock.advance(540);
      assert.equal(await watch(pause), 1);
      clock.advance(3000);
      api.startWorker();
      await target.count(2);
      assert.equal(await watch(pause), 0);
    });
  }

  it('keeps waits if the clock is right', async () => {
    const clock = new TestClock(new Date().toISOString());
    const api = await apiWithWorker(engine, { clock });
    const target = await receiver((response) => response.writeHead(500).end());
    const { id } = await api.addWebhook(target.url);
    const watch = clockWatch(api.db, clock.now);
    await watch(pause);
    const worker = api.startWorker();
    await api.happen();
    await target.count(1);
    while ((await api.deliveriesOf(id)).some(({ attemptCount }) => attemptCount === 0));
    await worker.stop();
    // Small corrections happen all the time.
    clock.advance(-60);
    assert.equal(await watch(pause), 0);
  });
});
